// The list of activities is long, and most goals are about one of the common ones.
export { ActivityTypePicker } from '@waymark/ui';
