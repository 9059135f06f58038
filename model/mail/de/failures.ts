import { type FailureReason, hasReason } from '../../payments/failure-reasons.ts';

const FAILURES: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'Die Karte wurde abgelehnt, weil sie nicht ausreichend gedeckt ist.',
  expired_card: 'Die Karte wurde abgelehnt, weil sie abgelaufen ist. Bitte hinterlegen Sie eine andere Karte.',
  authentication_required: 'Die Bank verlangt, dass Sie diese Zahlung bestätigen. Bitte bezahlen Sie die Bestellung selbst.',
  requires_action: 'Die Bank verlangt, dass Sie diese Zahlung bestätigen. Bitte bezahlen Sie die Bestellung selbst.',
  expired: 'Die Zahlungsseite wurde ohne Zahlung geschlossen.',
  canceled: 'Die Zahlung endete ohne Geld.',
  closed: 'Diese Zahlung wird nicht mehr erwartet.',
  replaced: 'Eine andere Zahlung hat diese Zahlung ersetzt.',
  order_gone: 'Die Bestellung dieser Zahlung ist bezahlt oder storniert.',
  card_removed: 'Die Karte wurde entfernt.',
  never_arrived: 'Die Zahlung hat den Zahlungsdienst nicht erreicht. Es wurde nichts abgebucht.',
};

/**
 * Returns the reason of a failed charge in German. The stored sentence is English, so a code without its own sentence is told as a decline.
 * A mail of an earlier version has no code, and gives no reason.
 */
export function failureOf(code: string | undefined): string | null {
  if (code === undefined) return null;
  return hasReason(code) ? FAILURES[code] : 'Die Bank hat die Karte abgelehnt.';
}
