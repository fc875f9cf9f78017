/** Plan levels of a community, from the least to the most. */
export const TIERS = ['basic', 'professional', 'business'] as const
export type Tier = (typeof TIERS)[number]
