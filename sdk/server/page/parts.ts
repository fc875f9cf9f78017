/**
 * The parts of a page as visitors read it before any script runs: plain HTML that looks as the interface does. A plugin puts
 * its page together of these and of `html`; what the same looks like in React is the design system's business (`sdk/web/ui`).
 */
import { coverOf, hueOf, initialsOf } from '../../core/rules/faces.ts'
import { ordinals, type TimeOptions, timeIn } from '../../core/rules/dates.ts'
import { zoneName } from '../../core/rules/zones.ts'
import { parseMark } from '../../core/marks.ts'
import type { RichTextDoc } from '../../core/schemas.ts'
import type { Ctx } from '../ctx.ts'
import { addressFiles, richTextHtml } from '../richtext.ts'
import { html, type Markup, trusted } from './markup.ts'

/** Stands for the address of the icons until the page is sent. */
export const ICONS = '<!--icons-->'

/** Somebody on a page. */
export interface PagePerson {
  id: number
  name: string
  /** None: no link to a profile. */
  publicUid?: string
  avatarUrl: string | null
  headline?: string | null
}

/** A record in a list. */
export interface Teaser {
  to: string
  title: string
  /** Above the rest, as "Pinned". */
  note?: string | false
  author?: PagePerson | null
  /** Where it lies. */
  place?: { name: string; to: string; mark: string | null }
  at?: Date
  /** Its first words. */
  text?: Markup
  /** There is more to read. */
  more?: string | false
  /** Address of a picture of it. */
  picture?: string | null
  /** What may be done with it: `ctx.use(content).visitorActs(…)`. */
  foot?: Markup | null
}

/** The drawing inside an icon's `svg`. */
const use = (name: string): Markup => html`<use href="${trusted(ICONS)}#${name}"></use>`
const icon = (name: string, look = ''): Markup => html`<svg class="icon ${look}" aria-hidden="true">${use(name)}</svg>`

/** An emoji; of what is drawn otherwise the sign for a space. */
function mark(value: string | null, look = ''): Markup {
  const known = value ? parseMark(value) : null
  return known?.kind === 'emoji'
    ? html`<span aria-hidden="true" class="inline-block shrink-0 text-center leading-none ${look}">${known.emoji}</span>`
    : icon('hash', `shrink-0 ${look}`)
}

function face({ id, name, avatarUrl }: Pick<PagePerson, 'id' | 'name' | 'avatarUrl'>, size = 40, look = ''): Markup {
  const style = `width:${size}px;height:${size}px;font-size:${size * 0.37}px;--h:${hueOf(id)}`
  const box = `relative inline-grid shrink-0 place-items-center rounded-full ${look}`
  return avatarUrl
    ? html`<span class="${box}" style="${style}"><img src="${avatarUrl}" alt="" width="${size}" height="${size}" loading="lazy" class="size-full rounded-full bg-skeleton object-cover"></span>`
    : html`<span class="${box} initials" style="${style}"><span aria-hidden="true" data-initials="${initialsOf(name)}" class="before:content-[attr(data-initials)]"></span></span>`
}
/** Faces that overlap; write beside it who and how many they are. */
const faces = (people: readonly Pick<PagePerson, 'id' | 'name' | 'avatarUrl'>[], size = 24): Markup =>
  html`<span aria-hidden="true" class="inline-flex">${people.map((person, index) => face(person, size, `shadow-[0_0_0_2px_var(--ring,var(--surface))] ${index > 0 ? '-ms-[7px]' : ''}`))}</span>`

/** A moment. The server knows no reader's time of day, so dates are the longest that it says. */
const when = (ctx: Ctx, at: Date, kind: TimeOptions['kind'] = 'relative'): Markup =>
  html`<time datetime="${at.toISOString()}">${timeIn(ctx.locale, at, { kind })}</time>`

export interface PageClock {
  /** IANA name of the zone whose clocks tell it until the page's script knows the reader's. */
  zone: string
  format: Intl.DateTimeFormatOptions
  /** Nothing is said where it is the same at this moment, as of a second day. */
  unless?: Date
  after?: string
  /** Without the point of a short name. */
  bare?: boolean
}
/** A part of a moment, inside a `<time>`: by the clocks of its zone, and where scripts run by the reader's own. Its zone is told by `zoneNote`. */
function clock(ctx: Ctx, at: Date, { zone, format, unless, after = '', bare = false }: PageClock): Markup {
  const say = (moment: Date) => ordinals(ctx.locale, new Intl.DateTimeFormat(ctx.locale, { ...format, timeZone: zone }).format(moment))
  const text = unless && say(unless) === say(at) ? '' : `${bare ? say(at).replace('.', '') : say(at)}${after}`
  return html`<span data-clock="${at.toISOString()}" data-format="${JSON.stringify(format)}"${unless && html` data-unless="${unless.toISOString()}"`}${after && html` data-after="${after}"`}${bare && html` data-bare`}>${text}</span>`
}
/** The zone of such a moment, which goes when it is told by the reader's own clocks. @param own what is said of these in its place */
const zoneNote = (ctx: Ctx, at: Date, zone: string, own = ''): Markup => html`<span data-zone="${own}"> (${zoneName(zone, ctx.locale, at)})</span>`

/** What is said only to readers whose clocks show another time at this moment than those of the zone. Without scripts it stays away, as the zone is named above. */
const elsewhere = (at: Date, zone: string, text: string, look = ''): Markup =>
  html`<p data-elsewhere="${at.toISOString()}" data-of="${zone}" hidden class="${look}">${text}</p>`

/** A thin bar that says how much of something is taken. @param share 0 to 1 */
const progress = (share: number, label: string): Markup => {
  const percent = Math.min(100, Math.max(0, Math.round(share * 100)))
  return html`<div role="progressbar" aria-label="${label}" aria-valuenow="${percent}" aria-valuemin="0" aria-valuemax="100" class="h-1 overflow-hidden rounded-full bg-press"><div class="h-full rounded-full bg-brand" style="width:${percent}%"></div></div>`
}

const heading = (text: string): Markup =>
  html`<h1 class="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance sm:text-32 sm:leading-[2.375rem]">${text}</h1>`

/** A rich text. @param small one of several in a list, whose pictures are fetched once they come near */
function prose(ctx: Ctx, doc: RichTextDoc, small = false): Markup {
  const text = richTextHtml(addressFiles(doc, ctx.files))
  return small
    ? html`<div class="rich-text rich-text-small">${trusted(text.replaceAll('<img ', '<img loading="lazy" '))}</div>`
    : html`<div class="rich-text">${trusted(text)}</div>`
}

const nameOf = ({ name, publicUid }: PagePerson, look: string): Markup =>
  publicUid ? html`<a href="/u/${publicUid}" class="${look} hover:underline">${name}</a>` : html`<span class="${look}">${name}</span>`

/** Who and when, below a heading. */
const byline = (ctx: Ctx, author: PagePerson, at: Date): Markup =>
  html`<header class="mt-4 mb-4 flex items-center gap-3">${face(author)}<div class="min-w-0"><p class="flex items-center gap-1.5">${nameOf(author, 'truncate font-semibold')}</p><p class="truncate text-13 text-text-3">${author.headline && `${author.headline} · `}${when(ctx, at, 'date')}</p></div></header>`

interface PictureLook {
  /** Its width by its height. */
  ratio: number
  alt?: string
  first?: boolean
  look?: string
  srcset?: string | null
}
/** A picture as wide as the column. */
const picture = (src: string, { ratio, alt = '', first = false, look = '', srcset = null }: PictureLook): Markup =>
  html`<img src="${src}"${srcset && html` srcset="${srcset}"`} alt="${alt}" ${trusted(first ? 'fetchpriority="high"' : 'loading="lazy"')} style="aspect-ratio:${ratio}" class="block w-full bg-skeleton object-cover ${look}">`

/** A cover: its picture, or a drawn one in the colour and pattern of what it stands for. */
function cover(src: string | null, { id, mark: sign, ratio }: { id: number; mark: string | null; ratio: number }): Markup {
  if (src) return picture(src, { ratio })
  const { hue, pattern } = coverOf(id)
  return html`<span aria-hidden="true" class="cover" data-pattern="${pattern}" style="aspect-ratio:${ratio};--h:${hue}">${mark(sign, 'cover-mark')}</span>`
}

/** A small link that leads away from the page's own matter. */
const link = (to: string, text: string, { look = '', icon: sign }: { look?: string; icon?: string } = {}): Markup =>
  html`<a href="${to}" class="inline-flex h-7 items-center justify-center gap-1.5 rounded-control px-2.5 text-13 font-medium text-text-2 hover:bg-hover hover:text-text ${look}">${sign && icon(sign, 'size-4 rtl:-scale-x-100')}${text}</a>`

const BUTTON =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control leading-none transition-[background-color,box-shadow,color]'
const BUTTON_SIZE = { sm: 'h-7 px-2.5 text-13', md: 'h-8 px-3 text-13 max-desk:min-h-11', lg: 'h-10 px-[18px] text-15 max-desk:min-h-11' }
const BUTTON_LOOK = {
  primary: 'bg-brand font-[560] text-on-brand shadow-[inset_0_1px_0_oklch(1_0_0/0.14),var(--shadow-1)] hover:bg-brand-hover',
  default: 'bg-surface font-medium text-text shadow-[inset_0_0_0_1px_var(--border-field),var(--shadow-1)] hover:bg-hover',
}
export interface PageButton {
  size?: keyof typeof BUTTON_SIZE
  variant?: keyof typeof BUTTON_LOOK
  icon?: string
  /** As wide as its container. */
  block?: boolean
  /** Further classes. */
  look?: string
  /** What the interface does with it once it is there (`useVisitor`). */
  press?: string
}
/** A link that looks as the interface's `LinkButton` does. */
const button = (to: string, text: string, { size = 'md', variant = 'primary', icon: sign, block = false, look = '', press }: PageButton = {}): Markup =>
  html`<a href="${to}"${press && html` data-press="${press}"`} class="${BUTTON} ${BUTTON_SIZE[size]} ${BUTTON_LOOK[variant]} ${block && 'w-full'} ${look}">${sign && icon(sign, 'size-4')}${text}</a>`

const badges = (label: string, items: readonly { text: string; to?: string }[]): Markup | null => {
  if (items.length === 0) return null
  const one = (text: string) =>
    html`<span class="inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark px-[7px] text-12 font-medium leading-none bg-hover text-text-2">${text}</span>`
  return html`<ul class="mt-6 flex flex-wrap gap-1.5" aria-label="${label}">${items.map(({ text, to }) => html`<li>${to ? html`<a href="${to}" class="inline-flex min-h-6 items-center hover:underline">${one(text)}</a>` : one(text)}</li>`)}</ul>`
}

function teaser(ctx: Ctx, { to, title, note, author, place, at, text, more, picture: src, foot }: Teaser): Markup {
  const where = place && html`<a href="${place.to}" class="min-h-6 truncate py-0.5 hover:underline">${mark(place.mark, 'w-4 align-middle')} ${place.name}</a>`
  return html`<article class="rounded-card border border-border bg-surface px-4 pt-4 pb-2 lg:px-5" aria-label="${title}">
${note && html`<p class="mb-2 flex items-center gap-1.5 text-12 font-medium text-text-3">${icon('pin', 'size-[15px]')}${note}</p>`}
<header class="flex min-h-10 items-center gap-3">${author && face(author)}<div class="min-w-0 flex-1">
${author && html`<div class="flex min-w-0 items-center gap-1.5">${nameOf(author, 'truncate text-15 leading-6 font-semibold')}${author.headline && html`<span class="hidden truncate text-13 text-text-3 sm:inline">${author.headline}</span>`}</div>`}
<p class="flex min-w-0 items-center gap-1.5 text-13 text-text-3">${where}${at && html`${where && html`<span aria-hidden="true">·</span>`}${when(ctx, at)}`}</p></div></header>
<h2 class="mt-3 text-20 leading-[1.625rem] font-semibold tracking-[-0.018em]"><a href="${to}" class="hover:text-link">${title}</a></h2>
<div class="mt-1.5 text-15 text-text-2">${text}${more && html`<a href="${to}" class="mt-1 inline-block text-13 font-medium text-link">${more}</a>`}</div>
${src && html`<a href="${to}" class="-mx-4 mt-3 block lg:-mx-5" tabindex="-1" aria-hidden="true">${picture(src, { ratio: 1.9 })}</a>`}
${foot ?? html`<div class="h-4"></div>`}</article>`
}
/** Records one below the other. */
const teasers = (ctx: Ctx, records: readonly Teaser[]): Markup =>
  html`<div class="grid grid-cols-1 gap-4">${records.map((record) => teaser(ctx, record))}</div>`

/** A box that says or asks something. */
const note = (text: string, action?: Markup): Markup =>
  html`<p class="mb-6 flex min-h-[52px] flex-wrap items-center justify-between gap-2 rounded-card bg-hover px-4 text-13 max-desk:min-h-20 max-desk:flex-col max-desk:items-start max-desk:py-3">${text} ${action}</p>`

/** What a visitor may press: it leads to the sign-in page and back to `path`; where the interface is there by then, it asks in place (`useVisitor`). */
const act = ({ name, path, label, icon: sign, count }: { name: string; path: string; label: string; icon: string; count?: number }): Markup =>
  html`<a href="${signInPath(path)}" data-press="${name}" aria-label="${label}" class="inline-flex h-8 items-center gap-1.5 rounded-control px-[9px] text-13 font-medium leading-none tabular-nums text-text-2 hover:bg-hover hover:text-text max-desk:min-h-11 max-desk:px-3">${icon(sign, 'size-[18px]')}${Boolean(count) && html`<span>${count}</span>`}</a>`

/** The page to sign in at, and back. */
export const signInPath = (path: string): string => `/user/sign_in?post_login_redirect=${encodeURIComponent(path)}`

export const parts = {
  use,
  icon,
  mark,
  face,
  faces,
  when,
  clock,
  zoneNote,
  elsewhere,
  progress,
  heading,
  prose,
  byline,
  picture,
  cover,
  link,
  button,
  badges,
  teaser,
  teasers,
  note,
  act,
}
