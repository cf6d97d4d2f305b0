/** W4: which providers are left alone for a while, for all runs of a process. */
export class ProviderBreakers {}
