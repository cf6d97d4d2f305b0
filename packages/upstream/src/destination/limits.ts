/** Every limit of reaching a service, named with its unit. */
export const destinationLimits = {
  /** For looking up a name, connecting and agreeing on keys together. */
  connectMsMax: 10_000,
  /** For one address of a name, while there are others. */
  addressMsMax: 2_000,
  /** Addresses of one name that are tried one after the other. */
  addressesTriedMax: 4,
} as const;
