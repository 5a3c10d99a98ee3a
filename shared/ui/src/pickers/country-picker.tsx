import { US_STATES } from '@waymark/units';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Select, type SelectProps } from '../forms/inputs.tsx';

// ISO 3166-1 alpha-2.
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** All countries and territories with their names in a language, in its alphabetical order. */
export function countries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

export interface CountryPickerProps extends Omit<SelectProps, 'options'> {
  /** Codes to offer. Default: all. */
  only?: readonly string[];
}

/** A country by its name in the member's language. The value is its two-letter code. */
export function CountryPicker({ only, placeholder, ...rest }: CountryPickerProps) {
  const { t, i18n } = useLingui();
  const options = useMemo(
    () => countries(i18n.locale).filter(({ value }) => !only || only.includes(value)),
    [i18n.locale, only],
  );
  return (
    <Select
      autoComplete="country"
      placeholder={placeholder ?? t`Choose a country`}
      options={options}
      {...rest}
    />
  );
}

const STATES = US_STATES.map((value) => ({ value, label: value }));

/** A state of the US. The value is its two-letter code, empty while none is chosen. */
export function StatePicker({ placeholder, ...rest }: Omit<SelectProps, 'options'>) {
  const { t } = useLingui();
  return <Select placeholder={placeholder ?? t`Choose a state`} options={STATES} {...rest} />;
}
