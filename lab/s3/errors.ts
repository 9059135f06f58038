/** The errors of S3: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */

const ERRORS = {
  AccessDenied: [403, 'The request is not signed, or has an x-amz header that is not signed.'],
  AuthorizationHeaderMalformed: [400, 'The credential scope is not of this day, region and service.'],
  IncompleteBody: [400, 'The body is shorter than Content-Length.'],
  InternalError: [500, 'The server failed.'],
  InvalidAccessKeyId: [403, 'The access key id is unknown.'],
  InvalidArgument: [400, 'A parameter is invalid.'],
  InvalidPart: [400, 'A part is missing, or has another ETag.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The range begins after the end of the object.'],
  InvalidURI: [400, 'The path is not percent-encoded UTF-8.'],
  MalformedXML: [400, 'The body is not the XML of this request.'],
  MissingContentLength: [411, 'The request has no Content-Length.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NoSuchUpload: [404, 'The upload does not exist. It was completed or aborted.'],
  NotImplemented: [501, 'The test server does not implement this operation, parameter or header.'],
  RequestTimeTooSkewed: [403, 'The time of the request differs by more than 15 minutes.'],
  SignatureDoesNotMatch: [403, 'The signature was made of another request or with another secret.'],
  XAmzContentSHA256Mismatch: [400, 'The body differs from x-amz-content-sha256.'],
} as const;

export class S3Error extends Error {
  readonly code: keyof typeof ERRORS;
  readonly status: number;

  constructor(code: keyof typeof ERRORS) {
    const [status, message] = ERRORS[code];
    super(message);
    this.name = 'S3Error';
    this.code = code;
    this.status = status;
  }
}
