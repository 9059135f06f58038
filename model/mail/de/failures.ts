import type { Pattern } from '../../attacks/detector.ts';
import { type FailureReason, hasReason } from '../../payments/failure-reasons.ts';
import type { CancellableNoun, RefundCode, RefundReason } from '../../services/refund-reasons.ts';
import type { VoidCode, VoidReason } from '../../services/void-reasons.ts';
import type { WebhookFailure, WebhookFailureCode } from '../../webhooks/failures.ts';

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

const REFUNDS: Readonly<Record<RefundCode, (label: string) => string>> = {
  not_built: () =>
    'Der Server konnte nicht erstellt werden. Der Preis ist in Ihr Guthaben zurückgebucht. Bitte bestellen Sie ihn später erneut.',
  not_built_in_time: () =>
    'Der Server konnte nicht rechtzeitig erstellt werden, weil sein Host nicht verfügbar war. Der Preis ist in Ihr Guthaben zurückgebucht.',
  not_scaled: () =>
    'Der Plan des Servers konnte nicht geändert werden und bleibt. Der Preis der Änderung ist in Ihr Guthaben zurückgebucht.',
  ended_before_paid: (label) =>
    `${label}: Der Dienst endete, bevor seine Verlängerung bezahlt war. Der Preis ist in das Guthaben zurückgebucht.`,
  smaller_plan: (label) => `${label} hat einen kleineren Plan.`,
  smaller_addons: (label) => `Addons von ${label} wurden verkleinert.`,
  cancelled_early: (label) => `${CANCELLED[label] ?? 'Der Dienst'} wurde vor dem Ablauf gekündigt.`,
};

const CANCELLED: Readonly<Record<string, string>> = {
  addon: 'Das Addon',
  'floating IP': 'Die Floating IP',
  'support plan': 'Der Support-Plan',
} satisfies Record<CancellableNoun, string>;

/** Returns the reason of a refund in German. A code of a later version, and a reason that staff wrote, stay as they are stored. */
export const refundReason = (stored: string, why: RefundReason | null | undefined): string =>
  (why && REFUNDS[why.code]?.(why.label ?? '')) || stored;

const VOID: Readonly<Record<VoidCode, (label: string) => string>> = {
  suspended: () => 'Der Dienst, den sie verlängert hätte, wurde gesperrt.',
  end_moved: () => 'Das Ende des Dienstes, den sie verlängert hätte, wurde verschoben.',
  cancelled: () => 'Der Dienst, den sie verlängert hätte, wurde gekündigt.',
  ended: () => 'Der Dienst, den sie verlängert hätte, ist beendet.',
  ended_early: (label) =>
    `Ein Dienst, den sie verlängert hätte (${label.replace(/^./, (first) => first.toUpperCase())}), wurde gekündigt.`,
  more_addons: () => 'Sie wurde ersetzt, weil ihr Server mehr Addons hat.',
  manual_renewal: () => 'Eine manuelle Verlängerung hat sie ersetzt.',
  server_renewal: () => 'Die Verlängerung des Servers hat sie ersetzt.',
  price_changed: () => 'Der Preis des Dienstes, den sie verlängert hätte, hat sich geändert.',
};

/** Returns the reason of a void renewal in German, or the stored sentence without a known code. */
export const voidReason = (stored: string, why: VoidReason | null | undefined): string =>
  (why && VOID[why.code]?.(why.label ?? '')) || stored;

const WEBHOOKS: Readonly<Record<WebhookFailureCode, (detail: string) => string>> = {
  status: (status) => `Der Empfänger hat mit dem Status ${status} geantwortet.`,
  redirect: (status) => `Der Empfänger hat mit dem Status ${status} geantwortet. Umleitungen werden nicht verfolgt.`,
  no_reply: (seconds) => `Innerhalb von ${seconds.replace('.', ',')} Sekunden kam keine Antwort.`,
  refused: () => 'Der Empfänger hat die Verbindung abgelehnt.',
  certificate: (code) => `Das Zertifikat des Empfängers ist nicht gültig (${code}).`,
  connection: (code) => `Die Verbindung zum Empfänger ist fehlgeschlagen (${code}).`,
  unresolved: () => 'Der Hostname der URL hat keine Adresse.',
  forbidden: () => 'Die URL, oder eine Adresse ihres Namens, darf nicht aufgerufen werden.',
};

/** Returns the result of a failed delivery in German, or the stored sentence without a known code. */
export const webhookError = (stored: string, failure: WebhookFailure | null | undefined): string =>
  (failure && WEBHOOKS[failure.code]?.(failure.detail ?? '')) || stored;

const ATTACKS: Readonly<Record<Pattern, string>> = {
  syn: 'SYN-Flood',
  tcp: 'TCP-Flood',
  udp: 'UDP-Flood',
  other: 'ICMP-Flood oder eine andere Flood',
  volume: 'Mehr Daten, als der Anschluss befördern kann',
};

/** Returns the name of an attack in German, or the stored one without a known code. */
export const attackReason = (stored: string, pattern: Pattern | undefined): string => (pattern && ATTACKS[pattern]) || stored;
