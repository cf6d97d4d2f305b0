/** As the contract limits it; its schemas are not part of the page. */
export const nameLengthMax = 100;
