/** What all calls of the published API have in common: who may ask, pages, moments, and the shapes of answers. */
import { date, id, idList, MAX_PAGE, open, z } from '@atrium/sdk'

/** The routes behind a call ask its scopes and rights; that there is a token at all is asked by the call itself, with the published refusals. */
export const asked = {
  can: open('Each call asks for an API token itself, to refuse as the published API does; all else is asked by the routes that it calls.'),
  maps: true,
} as const

/** Pages of the published API: 10 where nobody says otherwise, 100 at most. */
export const pages = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .transform((rows) => Math.min(rows, MAX_PAGE))
    .default(10),
}
export const paged = z.object(pages)
export interface Asked {
  page: number
  per_page: number
}
/** `count`: all that match, or those known to be there so far where nobody keeps it; `page_count`: those on this page. */
export const listOf = <T extends z.ZodType>(record: T) =>
  z.object({
    page: z.number(),
    per_page: z.number(),
    has_next_page: z.boolean(),
    count: z.number(),
    page_count: z.number(),
    records: z.array(record),
  })

export const byId = { params: z.object({ id }) }
export const message = z.object({ message: z.string() })
export const said = z.object({ success: z.literal(true), message: z.string() })
export const text = z.string()
export const maybe = z.string().nullable()
export const int = z.number()
export const maybeInt = z.number().nullable()
export const yes = z.boolean()
export const moment = date
export const maybeMoment = date.nullable()
/** An address as clients type it. */
export const email = z.string().trim().min(1).max(320)
/** Words and signed ids as clients send them: the routes behind the calls measure more closely. */
export const words = (max: number) => z.string().max(max)
export const sent = z.iso.datetime({ offset: true })
export const ids = z.array(id).max(1_000)
export { id, idList, z }
