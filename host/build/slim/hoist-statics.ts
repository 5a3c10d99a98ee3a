/** Only `withTheme` of emotion copies static members, and nothing here uses it. */
const hoist = <T>(target: T): T => target;
export default hoist;
