/** The mails of spaces: invitations, in the language of who sends them. */
import { visibleLine } from '@atrium/sdk/server'
import type { OwnWords } from '../../contract.ts'

interface Invitation {
  community: string
  place: string
  inviter: string
  link: string
  days: number
  /** The inviter's own words. */
  message: string
  /** The community's words, which come before ours; null where it has none. */
  own: OwnWords | null
}
const words = {
  'en-US': {
    subject: ({ place, community }: Invitation) => `You’re invited to ${place} in ${community}`,
    opening: ({ inviter, place, community }: Invitation) => `${inviter} invites you to “${place}” in ${community}.`,
    button: 'Accept invitation:',
    closing: ({ days }: Invitation) => `This link works once and is valid for ${days} days. If you don’t know the sender, you can ignore this email.`,
  },
  'pt-BR': {
    subject: ({ place, community }: Invitation) => `Convite para ${place} em ${community}`,
    opening: ({ inviter, place, community }: Invitation) => `${inviter} convida você para “${place}” em ${community}.`,
    button: 'Aceitar convite:',
    closing: ({ days }: Invitation) => `Este link funciona uma vez e vale por ${days} dias. Se você não conhece quem enviou, ignore este e-mail.`,
  },
}

/** Subject and text. The inviter's words are quoted, so that no address among them becomes the mail's button. */
export function composeInvitation(locale: string, letter: Invitation): { subject: string; text: string } {
  const say = words[locale === 'pt-BR' ? 'pt-BR' : 'en-US']
  const quoted = letter.message.replace(/^(?=.)/gm, '> ')
  return {
    subject: visibleLine(letter.own?.subject ?? say.subject(letter), 200),
    text: [letter.own?.body, say.opening(letter), quoted, `${letter.own ? `${letter.own.button_label}:` : say.button}\n${letter.link}`, say.closing(letter)]
      .filter(Boolean)
      .join('\n\n'),
  }
}
