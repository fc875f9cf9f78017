/** What pages for visitors show of a record's comments and of what may be done with it, of whatever kind it is. */
import { type Ctx, html, type Markup, type MarkupValue, type PagePerson, parts, signInPath } from '@atrium/sdk/server'
import type { VisitorActs, VisitorTalk } from '../contract.ts'
import { type SaidRow, saidLatest, saidOldest } from './reads.ts'
import { type People, peopleIn, withReplies } from './service/people.ts'

/** Comments that come with the page; the interface brings the others. */
const SAID = 20

const countText = (ctx: Ctx, count: number): string => (count > 0 ? ctx.t('comments.count', { count }) : ctx.t('comments.zero'))

export const visitorActs = (ctx: Ctx, { kind, id, path, likes, comments }: VisitorActs): Markup =>
  html`<div class="-mx-2 mt-2 flex min-h-10 flex-wrap items-center gap-0.5 max-desk:-mx-3">${
    likes !== undefined && parts.act({ name: `like:${kind}:${id}`, path, label: ctx.t('like', { count: likes }), icon: 'heart', count: likes })
  }${
    comments !== undefined &&
    html`<a href="${path}#comments" aria-label="${countText(ctx, comments)}" class="inline-flex h-8 items-center gap-1.5 rounded-control px-[9px] text-13 font-medium text-text-2 hover:bg-hover max-desk:min-h-11 max-desk:px-3">${parts.icon('message-circle', 'size-[18px]')}${comments > 0 && html`<span>${comments}</span>`}</a>`
  }<span class="flex-1"></span>${parts.act({ name: `save:${kind}:${id}`, path, label: ctx.t('save'), icon: 'bookmark' })}</div>`

export async function visitorTalk(ctx: Ctx, { kind, id, path, count, open, sort }: VisitorTalk): Promise<Markup> {
  const rows = count > 0 ? await ctx.read(sort === 'latest' ? saidLatest : saidOldest, [kind, id, SAID]) : []
  const people = await peopleIn(ctx, withReplies(rows))
  const threads = rows.map(
    (row) =>
      html`<li>${comment(ctx, row, people, 32)}${row.replies && html`<ul class="ms-4 mt-4 grid gap-4 border-s-[1.5px] ps-4 desk:ms-11">${row.replies.map((reply) => html`<li>${comment(ctx, reply, people, 28)}</li>`)}</ul>`}</li>`,
  )
  const signIn = html`<a href="${signInPath(`${path}#comments`)}" data-press="comment:${kind}:${id}" class="inline-flex h-7 items-center rounded-control bg-surface px-2.5 text-13 font-medium">${ctx.t('signIn.action')}</a>`
  return html`<section id="comments" class="mt-6 scroll-mt-20"><div class="mb-4 flex min-h-7 items-center ${count > 1 && 'max-desk:min-h-11'}"><h2 class="text-17">${countText(ctx, count)}</h2></div>
${open ? parts.note(ctx.t('signIn.text'), signIn) : parts.note(ctx.t('closed'))}<ul class="grid grid-cols-1 gap-[22px]">${threads}</ul></section>`
}

function comment(ctx: Ctx, row: SaidRow, people: People, size: number): Markup {
  const at = new Date(row.deleted_at ?? row.created_at)
  const look = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 scroll-mt-24'
  if (row.deleted_at)
    return html`<div id="message_${row.id}" class="${look}"><span class="rounded-full bg-hover" style="width:${size}px;height:${size}px"></span><p class="py-1.5 text-13 italic text-text-3">${ctx.t('removed')} · ${parts.when(ctx, at)}</p></div>`
  const author = people.get(row.member_id ?? 0)
  const name = author
    ? html`<a href="/u/${author.publicUid}" class="text-13 font-semibold hover:underline">${author.name}</a>`
    : html`<span class="text-13 text-text-3">${ctx.t('gone')}</span>`
  const words: MarkupValue = row.text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => html`<p>${line}</p>`)
  const nobody: PagePerson = { id: 0, name: '?', avatarUrl: null }
  return html`<article id="message_${row.id}" class="${look}">${parts.face(author ?? nobody, size)}<div class="min-w-0"><div class="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">${name}<span class="text-12 text-text-3">${parts.when(ctx, at)}</span></div><div class="text-15"><div class="rich-text">${words}</div></div><div class="mt-1 h-8 max-desk:h-11"></div></div></article>`
}
