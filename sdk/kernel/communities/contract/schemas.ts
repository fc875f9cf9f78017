/** Schemas of a community's record and settings, for its calls and for what plugins see of it. */
import { communitySwitch, isWebAddress, TIERS, z, emailAddress } from '../../../index.ts'
import { DEFAULT_THEME, THEME_COLOURS, THEMES } from '../../../core/theme.ts'

export const tier = z.enum(TIERS)
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color in #rrggbb format.')
  .meta({ control: 'colour' })
export const colourPair = z.object({ light: colour, dark: colour })
const address = z
  .string()
  .trim()
  .refine((text) => isWebAddress(text, 'strict'), 'Enter a valid URL.')
  .meta({ control: 'address' })
export const signedId = z.string().max(500).nullable()

const customColours = z.partialRecord(z.enum(THEME_COLOURS), z.union([colour, z.literal('')]))
export const Theme = z.object({
  default_appearance: z.enum(['light', 'dark', 'system']).default(DEFAULT_THEME.default_appearance),
  current_theme: z.enum(THEMES).default(DEFAULT_THEME.current_theme),
  is_custom: z.boolean().default(false),
  custom_colors: z.object({ light: customColours, dark: customColours }).partial().default({}),
  brand_color: colourPair.default(DEFAULT_THEME.brand_color),
  brand_text_color: colourPair.default(DEFAULT_THEME.brand_text_color),
})
export const Branding = z.object({
  logo_url: z.string().nullable().default(null),
  icon_url: z.string().nullable().default(null),
  dark_logo_url: z.string().nullable().default(null),
  dark_icon_url: z.string().nullable().default(null),
  theme: Theme.prefault({}),
})

/** Fields of the community without a column. */
export const CommunityFields = z.object({
  allow_signups_to_public_community: z.boolean().default(true),
  show_signup_link: z.boolean().default(false),
  custom_sign_up_link_url: address.nullable().default(null),
  community_switcher_enabled: z.boolean().default(true),
  reply_to_email: emailAddress.nullable().default(null),
})
/** What the kernel itself reads of the settings record; the rest of it are `communitySettings` of plugins. */
export const CommunitySettings = z.object({
  cached_pundit_api_enabled: communitySwitch('appearance'),
  dark_mode_enabled: communitySwitch('appearance', true),
  customize_community_enabled: communitySwitch('appearance', true),
  /** Whether members may leave by themselves. */
  deactivate_account_enabled: communitySwitch('members', true),
  /** Who signs up accepts the community's legal texts. */
  consent_required: z.boolean().default(false),
  /** Who signs up with an address that is not confirmed yet enters a code mailed to it before becoming a member. */
  enforce_otp_for_signup: communitySwitch('visitors'),
})
/** How a community stands in the public list of its platform. */
export const CATEGORIES = [
  'arts',
  'business',
  'crafts',
  'education',
  'family',
  'food',
  'games',
  'health',
  'local',
  'music',
  'science',
  'sports',
  'technology',
  'other',
] as const
export const Listing = z.object({
  listed: z.boolean().default(false),
  category: z.enum(CATEGORIES).default('other'),
  description: z.string().trim().max(300).default(''),
})
/** `en` and `pt` mean ours. */
