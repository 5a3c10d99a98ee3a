import type { IncomingHttpHeaders } from 'node:http';
import type { DisputeStatus, PaymentStatus } from './ledger/entries.ts';

/** A card as the provider knows it. Its number is not among this. */
export interface ProviderCard {
  /** The provider's name for the card. */
  ref: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for one card wherever it is added. */
  fingerprint: string;
}

export interface ProviderPayment {
  ref: string;
  /** Our attempt, which the provider keeps with the payment. */
  attemptId: number | null;
  status: Exclude<PaymentStatus, 'unknown'>;
  amount: number;
  currency: string;
  errorCode: string | null;
  refunded: number;
  dispute: DisputeStatus;
  /** For the provider's script in the page, where its member must confirm. */
  clientSecret: string | null;
  /** The page on which the member confirms. */
  confirmationUrl: string | null;
  createdAt: number;
}

export interface PaymentRequest {
  attemptId: number;
  customer: string;
  card: string;
  amount: number;
  currency: string;
  /** Nobody is there to confirm anything. */
  offSession: boolean;
  description: string;
}

export interface ProviderRefund {
  ref: string;
  status: 'pending' | 'failed' | 'succeeded';
  amount: number;
}

/** A notice says that something about a payment changed, and nothing that is believed: the payment is read. */
export interface ProviderNotice {
  eventId: string;
  kind: string;
  /** The payment; null for a notice about something else. */
  ref: string | null;
  createdAt: number;
}

/** The provider refused: nothing was charged, and the same request would be refused again. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The bank asks its customer before the card may be kept. Attaching it again after that succeeds. */
export class CardUnconfirmed extends Error {
  override readonly name = 'CardUnconfirmed';
  /** For the provider's script in the page, where the member confirms. */
  readonly clientSecret: string;
  constructor(clientSecret: string) {
    super('The bank asks first.');
    this.clientSecret = clientSecret;
  }
}

/** No answer, or none that tells what happened. The request may have had its effect. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** The provider has no payment of this name, or not yet. */
export class PaymentMissing extends ProviderUnavailable {
  override readonly name = 'PaymentMissing';
}

/** A notice that the provider did not send, or that is too old to tell. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
}

/**
 * What holds cards and moves money. Products, prices, trials, coupons and periods are ours; see `ledger`. Each request
 * has a key: the same one again has no second effect, and with other parameters it is refused.
 */
export interface PaymentProvider {
  readonly name: 'local' | 'stripe';
  /** Nothing of it is real money. */
  readonly isTest: boolean;
  createCustomer(userId: number, key: string): Promise<string>;
  /** Ends what the provider stores of a customer; one that is gone already is fine. */
  removeCustomer(customer: string): Promise<void>;
  /** Keeps the card of a token for a customer. @throws CardRefused @throws CardUnconfirmed */
  attachCard(request: { customer: string; token: string }, key: string): Promise<ProviderCard>;
  removeCard(card: string): Promise<void>;
  /** Begins to charge. A refused card is a payment with the status `failed`. @throws ProviderUnavailable */
  pay(request: PaymentRequest, key: string): Promise<ProviderPayment>;
  read(ref: string): Promise<ProviderPayment>;
  /** The payment of an attempt whose answer was lost; null when the provider has none. */
  find(customer: string, attemptId: number): Promise<ProviderPayment | null>;
  /** No more can be charged after this. A payment that succeeded stays as it is. */
  cancel(ref: string): Promise<ProviderPayment>;
  refund(request: { ref: string; amount: number }, key: string): Promise<ProviderRefund>;
  /** Payments that began since a time, or of which something went back or was disputed since. */
  list(since: number): Promise<ProviderPayment[]>;
  /** Checks who sent a notice and when, and translates it. @throws NoticeRefused */
  parseNotice(body: Buffer, headers: IncomingHttpHeaders): ProviderNotice;
}
