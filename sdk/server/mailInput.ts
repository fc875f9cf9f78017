/** What a mail is made of: a text, or pieces of which both of its parts are made. */
import type { RichTextDoc } from '../core/schemas.ts'

export interface MailLink {
  label: string
  url: string
  /** Not filled though it is the first. */
  isPlain?: boolean
}
/** Something that a mail tells of: a post, a date, a person. Its title is the link. */
export interface MailItem {
  /** Left out where the mail's own title says it. */
  title?: string
  url?: string
  /** Above the title, small: when, where. */
  kicker?: string
  text?: string
  /** Somebody's own words. */
  quote?: string
  /** Below, small. */
  note?: string
  /** Public address of a picture (`files.url` of a public file); any other is left out, as a mailbox is nobody's browser. */
  image?: string | null | undefined
  /** The same of a person's photo, which is small and round. */
  face?: string | null | undefined
  /** The first is filled. */
  buttons?: MailLink[]
}
/** A piece of a mail, in its order; `doc` is what an admin wrote in the editor. */
export type MailPart =
  | { text: string }
  | { doc: RichTextDoc }
  | { quote: string }
  | { title: string }
  | { heading: string }
  | { buttons: MailLink[] }
  | { item: MailItem }
/** Why somebody gets a mail, and how they stop it. */
export interface MailFoot {
  why: string
  links?: MailLink[]
}

/** A small file of text that goes along, as a calendar entry. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: string
}
/** A kind of mail that the house sends by itself, of which admins may change subject and add words, told at the point `mails` of communities. */
export interface MailKind {
  /** Unique in its plugin. */
  key: string
  /** In the reader's language. */
  title: string
  /** Names of the values that stand for something in words of a community's own: `{{name}}`. None opens anything. */
  values: readonly string[]
  /** Carries a link or a code, or is about security: other words of it may have no links. */
  isSecret?: boolean
  /** Path of the screen where its words are changed already. */
  at?: string
  /** As it is by itself in a language, with values to look at. */
  sample(values: Readonly<Record<string, string>>, locale: string): Pick<MailInput, 'subject' | 'text' | 'parts'>
}
/** Words of a community's own, as plain text with their values in place. */
export interface MailWords {
  subject: string
  /** Before and after what is fixed; empty where there is nothing. */
  before: string
  after: string
}
export interface MailInput {
  to: string
  subject: string
  /** Plain text; the HTML part is made from it. */
  text?: string
  /** Instead of a text: both are made of them. */
  parts?: MailPart[]
  /** Which of the plugin's kinds it is, with what stands for its values, so that admins may give it other words. */
  kind?: { key: string; values: Readonly<Record<string, string | number>> }
  /** Default: that one has an account here. */
  foot?: MailFoot
  /** In which its words are written: the frame around them speaks the same. */
  locale: string
  attachments?: MailAttachment[]
  replyTo?: string
  /** Further header lines, as `List-Unsubscribe`. */
  headers?: Record<string, string>
  /**
   * Carries a link or code that opens something: hidden from admins, and wiped once sent. The link itself, which lies below
   * `ctx.community.platformUrl`, where people's own words stand beside it; `true` where all is ours, and then no other link may stand in it.
   */
  secret?: boolean | string
}
