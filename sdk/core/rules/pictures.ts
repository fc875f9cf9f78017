/** Proportions that uploaded pictures are cropped to: width to height. */

export const RATIOS = {
  icon: 1,
  logo: 4,
  logoWide: 6.3888,
  cover: 3.2,
  standard: 2.8,
  openGraph: 1.9,
  spaceCover: 4.777,
  thumbnail: 2,
  paywallCover: 1.78,
  paywallAvatar: 1,
} as const
