/** What may be done with a notification where it stands: asked of the plugin that brings its kind, with today's rights. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { NotificationOffer } from '../../contract.ts'
import type { NoticeRow } from '../reads.ts'
import { type Kind, kindsOf } from './kinds.ts'

/** What a kind's words begin with, in the reader's language. */
const said = (reader: Ctx, { t }: Kind, what: 'offer' | 'outcome', key: string, values = {}) => t(`notify.${what}.${key}`, values, reader.locale)
export const offerLabel = (reader: Ctx, kind: Kind, offer: NotificationOffer): string =>
  said(reader, kind, 'offer', offer.said?.word ?? offer.key, offer.said?.values)
/** Of what is so already, where its plugin has a word for that: "Liked". */
export function chosenLabel(reader: Ctx, kind: Kind, offer: NotificationOffer): string {
  const label = said(reader, kind, 'offer', `${offer.key}_chosen`)
  return label.startsWith('notify.') ? offerLabel(reader, kind, offer) : label
}

export interface Offered {
  offers: NotificationOffer[]
  outcome: string | null
}
const NOTHING: Offered = { offers: [], outcome: null }
type About = Pick<NoticeRow, 'kind' | 'subject_id'> & Partial<Pick<NoticeRow, 'data'>>

/** Beside each row what its reader may do with it: one question a kind. */
export async function offersFor(reader: Ctx, rows: readonly About[]): Promise<Offered[]> {
  const found = new Map<About, Offered>()
  const kinds = kindsOf(reader)
  await Promise.all(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([key, of]) => {
      const kind = kinds.get(key)
      if (!kind?.value.offers) return
      const answers = await kind.value.offers.of(
        reader,
        of.map(({ subject_id, data = {} }) => ({ subjectId: subject_id, values: data })),
      )
      for (const [at, { offers, outcome }] of answers.entries())
        found.set(of[at]!, { offers, outcome: outcome === undefined ? null : said(reader, kind, 'outcome', outcome) })
    }),
  )
  return rows.map((row) => found.get(row) ?? NOTHING)
}

/** @throws AtriumError 404 for what is not offered (any more), and what the plugin says that does it */
export async function takeOffer(reader: Ctx, row: About, key: string): Promise<void> {
  const kind = kindsOf(reader).get(row.kind)
  const [offered] = await offersFor(reader, [row])
  if (!kind?.value.offers || !offered!.offers.some((one) => one.key === key)) throw notFound('Action', 'notification_offer_not_found')
  await kind.value.offers.take(reader, key, { subjectId: row.subject_id, values: row.data ?? {} })
}
