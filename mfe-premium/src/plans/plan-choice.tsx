import type { Product } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Badge, Box } from '@waymark/ui';
import { useId } from 'react';
import { isMonthly } from './periods.ts';
import './plan-choice.css';
import { usePlanWords } from './use-plan-words.ts';

/** What is said of a plan that can be chosen. */
export interface PlanDescription {
  name: string;
  note: string;
  price: string;
}

interface PlanChoiceProps {
  plans: readonly Product[];
  value: string;
  onChange: (id: string) => void;
  /** Other words for the plans than those of one that is bought for oneself. */
  describe?: (plan: Product) => PlanDescription;
}

/** The price of a plan for each month; null where it is paid monthly or once. */
function monthlyAmount({ subscription_details: details, availability_details }: Product): number | null {
  if (!details || details.frequency_unit !== 'year') return null;
  return Math.round(availability_details.price_point.amount / (12 * details.frequency_interval));
}

/** What an annual plan takes off a year of the monthly one, in whole percent. */
function annualSaving(plan: Product, plans: readonly Product[]): number {
  const amount = monthlyAmount(plan);
  const monthly = plans.find(
    ({ subscription_details: details }) => details && isMonthly(details) && details.frequency_interval === 1,
  )?.availability_details.price_point;
  if (amount === null || !monthly || monthly.currency !== plan.availability_details.price_point.currency)
    return 0;
  return Math.max(0, Math.floor(100 - (100 * amount) / monthly.amount));
}

/** The plans that can be bought, with what each costs. */
export function PlanChoice({ plans, value, onChange, describe }: PlanChoiceProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const name = useId();
  const noteOf = (plan: Product): string => {
    const { price_point: price } = plan.availability_details;
    if (!plan.subscription_details) return t`Paid once, never again`;
    const monthly = monthlyAmount(plan);
    const each = monthly === null ? null : words.money({ ...price, amount: monthly });
    if (plan.trial_days === 0) return each === null ? t`Billed each month` : t`Works out at ${each} a month`;
    const free = words.freeTime(plan.trial_days);
    return each === null
      ? t`${free} free, then billed each month`
      : t`${free} free. Works out at ${each} a month`;
  };
  const describeOwn = (plan: Product): PlanDescription => ({
    name: words.rhythm(plan.subscription_details),
    note: noteOf(plan),
    price: words.pricePer(plan.subscription_details, plan.availability_details.price_point),
  });
  return (
    <div role="radiogroup" aria-label={t`Plan`} className="plan-choice">
      {plans.map((plan) => {
        const saving = annualSaving(plan, plans);
        const { name: planName, note, price } = (describe ?? describeOwn)(plan);
        return (
          <label key={plan.id} className="plan-choice__plan">
            <input
              type="radio"
              name={name}
              value={plan.id}
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
            />
            <span className="plan-choice__words">
              <span className="plan-choice__name">{planName}</span>{' '}
              {saving > 0 && <Badge hue="moss">{t`Save ${saving}%`}</Badge>}
              <Box as="span" display="block" className="plan-choice__note">
                {note}
              </Box>
            </span>
            <span className="plan-choice__price">{price}</span>
          </label>
        );
      })}
    </div>
  );
}
