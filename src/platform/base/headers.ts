/** Headers in the order and spelling they came. */
export type HeaderList = readonly (readonly [name: string, value: string])[];
