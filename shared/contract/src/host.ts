// The host's side of the contract. Remotes never import this file.
export { installHost, type HostEngine } from './engine.ts';
