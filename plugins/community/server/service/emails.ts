/** The invitation email, in the community's own words or ours. */
import type { Ctx } from '@atrium/sdk/server'
import type { InvitationEmail } from '../../../spaces/contract.ts'
import { read } from './parts.ts'

const OURS = {
  'en-US': {
    subject: '{inviter} invites you to {community}',
    body: 'Hello {name},\n\n{inviter} invited you to join {community}. It takes a minute.',
    button_label: 'Join {community}',
  },
  'pt-BR': {
    subject: '{inviter} convida você para {community}',
    body: 'Olá, {name},\n\n{inviter} convidou você para participar de {community}. Leva um minuto.',
    button_label: 'Participar de {community}',
  },
}
export const ours = (locale: string) => OURS[locale === 'pt-BR' ? 'pt-BR' : 'en-US']

/** What an admin sees in the form: their own words, or ours as a start. */
export async function invitationWords(ctx: Ctx) {
  const own = await read(ctx, 'invitation_email')
  return own.is_custom ? own : { ...ours(ctx.community.locale), is_custom: false }
}

/** For whoever invites by mail. One line stays one line: a name could bring headers along. */
export const invitationEmail: InvitationEmail = {
  async words(ctx, { name, inviter }) {
    const { is_custom, subject, body, button_label } = await read(ctx, 'invitation_email')
    if (!is_custom) return null
    const values: Record<string, string> = { name, inviter, community: ctx.community.name }
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
    return { subject: fill(subject).replace(/\s+/g, ' '), body: fill(body), button_label: fill(button_label).replace(/\s+/g, ' ') }
  },
}
