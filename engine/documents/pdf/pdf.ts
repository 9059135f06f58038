/** A PDF document that is being written. */
export type Pdf = PDFKit.PDFDocument;
