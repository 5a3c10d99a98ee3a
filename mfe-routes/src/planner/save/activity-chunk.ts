export { ActivityTypePicker as default } from '@waymark/ui';
