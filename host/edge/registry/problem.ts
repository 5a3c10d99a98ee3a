/** Why the registry refuses something, in a sentence for the person who asked. */
export class RegistryProblem extends Error {
  override readonly name = 'RegistryProblem';
}
