/** The mail that invites, in the community's own words where it has some, and its reminders. */
import { cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { EMAIL_DAYS } from '../../contract.ts'

interface Letter {
  name: string
  email: string
  inviter: string
  message: string
  link: string
  places: readonly { name: string }[]
  /** The first mail is 0. */
  reminder: number
  locale: string
}
const oneLine = (text: string) => cut(text.replace(/\s+/g, ' '), 200)

/** People's own words are quoted, so that no address among them becomes the mail's button. */
export async function composeLetter(ctx: Ctx, letter: Letter): Promise<{ subject: string; text: string }> {
  const { inviter, message, link, places, reminder, locale } = letter
  const [words] = ctx.fill(spaces.points.email)
  const own = (await words?.value.words(ctx.as(words.plugin), { name: letter.name || letter.email.split('@')[0]!, inviter })) ?? null
  const values = { inviter, community: ctx.community.name, days: EMAIL_DAYS, places: places.map(({ name }) => name).join(', ') }
  const say = (key: string) => ctx.t(key, values, locale)
  const subject = own?.subject ?? say('letter.subject')
  const parts = [
    reminder > 0 && say('letter.reminder'),
    own?.body ?? say('letter.body'),
    places.length > 0 && say('letter.places'),
    message.replace(/^(?=.)/gm, '> '),
    `${own ? `${own.button_label}:` : say('letter.button')}\n${link}`,
    say('letter.closing'),
  ]
  return { subject: oneLine(reminder > 0 ? ctx.t('letter.again', { subject }, locale) : subject), text: parts.filter(Boolean).join('\n\n') }
}
