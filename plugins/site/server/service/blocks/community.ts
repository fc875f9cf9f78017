/** Blocks of what the community has beneath all plugins that build on the site: its spaces and its people, as anybody may see them. */
import { hueOf, initialsOf, markText } from '@atrium/sdk'
import membership from '@atrium/sdk/kernel/membership'
import { type Ctx, html, type Markup } from '@atrium/sdk/server'
import members, { type Listed } from '../../../../members/contract.ts'
import spaces, { type SpaceDescription } from '../../../../spaces/contract.ts'
import type { PageBlock } from '../../../contract.ts'
import { text, turned, whole } from './fields.ts'

const CHOICES = 20

function glyph({ emoji, customEmojiUrl }: SpaceDescription): Markup | null {
  if (customEmojiUrl) return html`<img class="mark" src="${customEmojiUrl}" alt="" width="32" height="32" loading="lazy">`
  const sign = markText(emoji)
  return sign ? html`<span class="mark" aria-hidden="true">${sign}</span>` : null
}

const places: PageBlock = {
  type: 'Spaces',
  icon: 'layout-grid',
  group: 'community',
  fields: { title: text(120), group: { kind: 'record' }, count: whole(1, 24, 6), shows_members: turned(true) },
  preset: (ctx) => ({ title: ctx.t('blocks.Spaces.preset') }),
  async choices(ctx, _field, search) {
    const words = search.toLocaleLowerCase(ctx.locale)
    const groups = await ctx.use(spaces).tree()
    return groups
      .filter(({ name }) => name.toLocaleLowerCase(ctx.locale).includes(words))
      .slice(0, CHOICES)
      .map(({ id, name }) => ({ id, name }))
  },
  async draw(ctx, { title, group, count, shows_members }: { title: string; group: number | null; count: number; shows_members: boolean }, drawing) {
    const access = await ctx.use(spaces).accessOf(drawing.isMember ? 'member' : 'visitor')
    const open = [...(await ctx.use(spaces).cards(access.visibleIds())).values()]
    const chosen = open.filter(({ spaceGroupId }) => group === null || spaceGroupId === group).slice(0, count)
    const heading = await drawing.head(title)
    if (chosen.length === 0) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t('blocks.Spaces.none')}</p>` : null
    const card = (space: SpaceDescription) => {
      const { slug, name, description, membersCount } = space
      const counted = shows_members && membersCount !== null && html`<p class="note">${ctx.t('blocks.Spaces.members', { count: membersCount })}</p>`
      return html`<li class="card"><div class="card-b">${glyph(space)}${drawing.itemTitle(title, html`<a href="/c/${slug}">${name}</a>`)}${description && html`<p class="muted">${description}</p>`}${counted}</div></li>`
    }
    return html`${heading}<ul class="grid g3">${(await ctx.use(spaces).described(chosen.map(({ id }) => id))).map(card)}</ul>`
  },
}

/** Whether those for whom it is drawn may look at people at all, whoever looks. */
const seePeople = (ctx: Ctx, isMember: boolean): boolean => isMember || (!ctx.community.isPrivate && ctx.communitySettings(membership).public_member_directory)

const face = ({ id, name, avatarUrl }: Listed): Markup =>
  avatarUrl
    ? html`<img class="face" src="${avatarUrl}" alt="" width="72" height="72" loading="lazy">`
    : html`<span class="face letters" aria-hidden="true" style="--h:${hueOf(id)}">${initialsOf(name)}</span>`
const person = (one: Listed, isNamed: boolean): Markup =>
  html`<li><a href="/u/${one.publicUid}"${!isNamed && html` aria-label="${one.name}"`}>${face(one)}${isNamed && html`<b>${one.name}</b>${one.headline && html`<span class="muted">${one.headline}</span>`}`}</a></li>`

const people: PageBlock = {
  type: 'Members',
  icon: 'users',
  group: 'community',
  fields: { title: text(120), count: whole(1, 48, 12), shows_names: turned(true), shows_total: turned(true) },
  preset: (ctx) => ({ title: ctx.t('blocks.Members.preset') }),
  async draw(ctx, { title, count, shows_names, shows_total }: { title: string; count: number; shows_names: boolean; shows_total: boolean }, drawing) {
    const heading = await drawing.head(title)
    const empty = (word: string) => (drawing.isPreview ? html`${heading}<p class="empty">${ctx.t(word)}</p>` : null)
    if (!seePeople(ctx, drawing.isMember)) return empty('blocks.Members.closed')
    const listed = ctx.has(members) ? await ctx.use(members).listed(count) : { people: [], total: 0 }
    if (listed.people.length === 0) return empty('blocks.Members.none')
    const more = shows_total ? listed.total - listed.people.length : 0
    const rest =
      more > 0 && html`<p class="note"><a href="/members">${ctx.t('blocks.Members.more', { count: more, number: more.toLocaleString(ctx.locale) })}</a></p>`
    return html`${heading}<ul class="people${!shows_names && ' bare'}">${listed.people.map((one) => person(one, shows_names))}</ul>${rest}`
  },
}

export const community = [places, people]
