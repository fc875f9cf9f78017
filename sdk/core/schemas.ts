/** Schemas that nearly every contract needs: ids, lists, dates, paging. */
import { z } from 'zod'
import { isoOf } from './moments.ts'
import { emailOf, isEmail } from './rules/addresses.ts'
import { originOf } from './rules/origins.ts'
import { MAX_PAGE, PAGE_SIZE } from './rules/limits.ts'
import { lineOf } from './rules/texts.ts'

/** A numeric id; accepts the string form that addresses and queries carry. */
export const id = z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER)
/** A moment; replies carry ISO 8601 in UTC with milliseconds. */
export const date = z.union([z.date(), z.string()]).transform((value) => (typeof value === 'string' ? value : isoOf(value)))
/** A yes or no in a query string: true, 1, false, 0. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')])
/** Ids as a comma list, an array or repeated keys; at most 100. */
export const idList = z
  .union([z.string().transform((text) => text.split(',').filter(Boolean)), z.array(z.union([z.string(), z.number()])), z.number().transform((n) => [n])])
  .pipe(z.array(id).max(100))

/** `page`, `per_page` (default 20; more than 100 are 100) and `cursor`, the opaque key of the next page, with which `page` says nothing. */
export const paging = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .transform((rows) => Math.min(rows, MAX_PAGE))
    .default(PAGE_SIZE),
  cursor: z.string().max(200).optional(),
})

/** The shape of every list reply. `count`: all that match, null where nobody keeps it; `page_count`: those on this page. */
export const list = <T extends z.ZodType>(record: T) =>
  z.object({
    page: z.number(),
    per_page: z.number(),
    has_next_page: z.boolean(),
    count: z.number().nullable(),
    page_count: z.number(),
    next_cursor: z.string().nullable().optional(),
    records: z.array(record),
  })

/** `{ success: true, message }`, what deletes and switches answer. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() })

/** The author stub inside posts, comments and likes. */
export const Author = z.object({
  id: z.number(),
  public_uid: z.string(),
  name: z.string(),
  headline: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles: z.object({ admin: z.boolean(), moderator: z.boolean(), agent: z.boolean() }),
})
export type Author = z.output<typeof Author>
/**
 * Marks a member who is no person: an AI agent has it beside `member`, from the moment it is made and for good. It gives no rights, and no role of a
 * community has such a key. Agents get no email, and nobody is told of their coming.
 */
export const AGENT_ROLE = 'ai_agent'
/** A member's roles as replies say them: whoever is admin moderates too. */
export const rolesOf = (roles: readonly string[]): Author['roles'] => ({
  admin: roles.includes('admin'),
  moderator: roles.includes('moderator') || roles.includes('admin'),
  agent: roles.includes(AGENT_ROLE),
})

/** TipTap's JSON. Its inner truth is checked by `parseRichText` of the server SDK. */
export const RichTextDoc = z.looseObject({ type: z.literal('doc'), content: z.array(z.looseObject({ type: z.string() })).optional() })
export type RichTextDoc = z.output<typeof RichTextDoc>

/** A text with what stands beside it: `richTextField` of the server SDK makes it. */
export const RichTextField = z.object({
  body: RichTextDoc,
  format: z.enum(['post', 'chat']),
  /** The plain text, for readers that know no TipTap. */
  fallback_text: z.string(),
  /** Members whom it names. */
  community_members: z.array(z.object({ id: z.number(), sgid: z.string(), name: z.string() })),
})
export type RichTextField = z.output<typeof RichTextField>

/**
 * One line of text as it is seen, so what has nothing to see is empty: names and titles say `.min(1)`. Control characters would break mail headers
 * and logs.
 * @param message what is said of a longer one
 */
export const line = (max: number, message?: string) =>
  z
    .string()
    .overwrite(lineOf)
    .max(max, message)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Line breaks and control characters aren’t allowed here.')

/** An address as somebody types it: kept with its domain in ASCII where it is one, and else as it stands. */
export const typedEmail = z
  .string()
  .trim()
  .max(320)
  .overwrite((text) => emailOf(text) ?? text)
/** An origin, or a pattern of some: `https://*.shop.example`. As `originOf` writes it. */
export const originPattern = z
  .string()
  .trim()
  .max(300)
  .refine((text) => originOf(text) !== null, 'Enter an address such as https://shop.example or https://*.shop.example.')
  .transform((text) => originOf(text)!)
/** One address that mail can be sent to. */
export const emailAddress = typedEmail.refine(isEmail, 'Enter a valid email address.').meta({ control: 'email', format: 'email' })

type WithoutDefault<F> = F extends z.ZodDefault<infer I> | z.ZodPrefault<infer I> ? I : F
const hasDefault = (field: unknown): field is z.ZodDefault | z.ZodPrefault => field instanceof z.ZodDefault || field instanceof z.ZodPrefault
/** What a change may name: every field optional, and none filled in by its default, as `partial` would. */
export const changesOf = <S extends z.core.$ZodShape>(schema: z.ZodObject<S>) =>
  z
    .object(Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, hasDefault(field) ? field.unwrap() : field])))
    .partial() as unknown as z.ZodObject<{
    [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]> extends infer F extends z.core.SomeType ? F : never>
  }>

/** Where switches stand on the General screen. */
export const SWITCH_GROUPS = ['visitors', 'members', 'posts', 'appearance'] as const
export interface CommunitySwitch {
  key: string
  group: (typeof SWITCH_GROUPS)[number]
}
/** A switch of the community's record, off by default, as `communitySettings` has it. */
export const communitySwitch = (group: CommunitySwitch['group'], before = false) => z.boolean().default(before).meta({ group })
/** What of a contract stands on the General screen. */
export const switchesOf = ({ communitySettings }: { communitySettings?: z.ZodObject }): CommunitySwitch[] =>
  Object.entries(communitySettings?.shape ?? {}).flatMap(([key, schema]) => {
    const group = (schema as z.ZodType).meta()?.['group'] as CommunitySwitch['group'] | undefined
    return group ? [{ key, group }] : []
  })
