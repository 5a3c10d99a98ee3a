/** What a test card does. */
export type CardBehavior =
  | 'approved'
  | 'declined'
  | 'authentication'
  /** Can be stored, and is refused whenever it is charged. */
  | 'refused_later'
  | 'disputed'
  /** Charged, and the answer never arrives. */
  | 'lost_answer'
  /** Charged a while later; a notice tells of it. */
  | 'late';

export interface TestCard {
  number: string;
  brand: string;
  behavior: CardBehavior;
  code: string | null;
  label: string;
}

const card = (
  number: string,
  brand: string,
  label: string,
  behavior: CardBehavior = 'approved',
  code: string | null = null,
): TestCard => ({ number, brand, label, behavior, code });

/** The numbers that engineers know from Stripe. Any other number is refused: nobody is to enter a real card here. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'Visa, approved'),
  card('5555555555554444', 'mastercard', 'Mastercard, approved'),
  card('378282246310005', 'amex', 'American Express, approved'),
  card('4000000000000002', 'visa', 'Declined', 'declined', 'generic_decline'),
  card('4000000000009995', 'visa', 'Declined: not enough money', 'declined', 'insufficient_funds'),
  card('4000000000009987', 'visa', 'Declined: lost card', 'declined', 'lost_card'),
  card('4000000000000069', 'visa', 'Declined: expired', 'declined', 'expired_card'),
  card('4000000000000127', 'visa', 'Declined: wrong security code', 'declined', 'incorrect_cvc'),
  card('4000002500003155', 'visa', 'Asks the bank first', 'authentication'),
  card('4000000000000341', 'visa', 'Stored, but declined when charged', 'refused_later', 'generic_decline'),
  card('4000000000000259', 'visa', 'Approved, disputed later', 'disputed'),
  card('4000000000000119', 'visa', 'Charged, but the answer is lost', 'lost_answer'),
  card('4000000000000077', 'visa', 'Charged a while later', 'late'),
];

/** Whether the last digit fits the others, as on every real card. */
export function hasValidCheckDigit(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return number.length >= 12 && sum % 10 === 0;
}
