/** Pictures, videos and players. */
import { playerOf } from '@atrium/sdk'
import { type Ctx, html, type Markup, trusted, unlessRefused } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { choice, head, headOf, link, type OwnDrawing, picture, text, turned, whole } from './fields.ts'
import { icon } from '../public/icons.ts'

const RATIOS = ['own', 'wide', 'square', 'tall'] as const

const photo: PageBlock = {
  type: 'Picture',
  icon: 'image',
  group: 'parts',
  fields: { picture, caption: text(300), to: link, ratio: choice(RATIOS), size: choice(['text', 'full'], 'full') },
  async draw(_ctx, props: { picture: unknown; caption: string; to: string; ratio: string; size: string }, drawing) {
    const drawn = await drawing.picture(props.picture, { sizes: '(min-width: 1200px) 1120px, 100vw', look: `pic ${props.ratio}` })
    if (!drawn.html) return null
    const href = drawing.href(props.to)
    const shown = href ? html`<a href="${href}">${drawn}</a>` : drawn
    return html`<figure class="${props.size === 'text' && 'small'}">${shown}${props.caption.trim() && html`<figcaption>${props.caption}</figcaption>`}</figure>`
  },
}

/** A player behind a press: nobody else is asked before. Without our script it is a link to the provider. */
function player(ctx: Ctx, address: string, title: string, poster: Markup | null): Markup | null {
  const found = playerOf(address)
  if (!found) return null
  const label = ctx.t('page.play', { name: title || found.name })
  const size = found.ratio ? `aspect-ratio:${found.ratio.toFixed(4)}` : `min-height:${found.height}px`
  return html`<div class="player" style="${size}" data-player="${found.src}" data-title="${title || found.name}">${poster}<a class="play" href="${address}" rel="noopener" target="_blank">${icon('play')}<span>${label}</span></a><p class="by">${ctx.t('page.provider', { name: found.name })}</p></div>`
}

const video: PageBlock = {
  type: 'Video',
  icon: 'video',
  group: 'parts',
  fields: { url: link, file: picture, poster: picture, title: text(120), caption: text(300), plays_alone: turned(false) },
  async draw(ctx, props: { url: string; file: unknown; poster: unknown; title: string; caption: string; plays_alone: boolean }, drawing: OwnDrawing) {
    const poster = await drawing.picture(props.poster, { sizes: '(min-width: 1200px) 1120px, 100vw', look: 'poster' })
    const shown = (await upload(ctx, props, drawing)) ?? player(ctx, props.url, props.title, poster)
    return shown && html`<figure>${shown}${props.caption.trim() && html`<figcaption>${props.caption}</figcaption>`}</figure>`
  },
}
async function upload(ctx: Ctx, props: { file: unknown; poster: unknown; title: string; plays_alone: boolean }, drawing: OwnDrawing): Promise<Markup | null> {
  const { file: signedId } = (props.file ?? {}) as { file?: string }
  const file = signedId ? await unlessRefused(ctx.files.get(signedId), null) : null
  if (!file?.contentType.startsWith('video/')) return null
  const { file: posterId } = (props.poster ?? {}) as { file?: string }
  const poster = posterId ? await unlessRefused(ctx.files.get(posterId), null) : null
  const size = file.width && file.height ? html` width="${file.width}" height="${file.height}"` : null
  const how =
    props.plays_alone && !drawing.isPreview && !drawing.isDraft
      ? trusted(' autoplay muted loop playsinline')
      : trusted(' controls playsinline preload="metadata"')
  return html`<video class="pic" src="${ctx.files.url(file)}" aria-label="${props.title || ctx.t('page.video')}"${poster && html` poster="${ctx.files.url(poster, 'large')}"`}${size}${how}></video>`
}

const embed: PageBlock = {
  type: 'Embed',
  icon: 'square-play',
  group: 'parts',
  fields: { url: link, title: text(120) },
  async draw(ctx, props: { url: string; title: string }, drawing) {
    const shown = player(ctx, props.url, props.title, null)
    if (shown) return shown
    // what no player is known for is a link like any other
    const href = drawing.href(props.url)
    return href ? html`<p><a class="link" href="${href}">${props.title.trim() || href}</a></p>` : null
  },
}

const gallery: PageBlock = {
  type: 'Gallery',
  icon: 'images',
  group: 'sections',
  fields: {
    ...head,
    columns: whole(2, 5, 3),
    ratio: choice(['square', 'wide', 'tall']),
    pictures: { kind: 'list', max: 40, of: { picture, caption: text(200) } },
  },
  async draw(
    ctx,
    props: { title: string; lead: string; align: string; columns: number; ratio: string; pictures: { picture: unknown; caption: string }[] },
    drawing,
  ) {
    const items: Markup[] = []
    for (const one of props.pictures) {
      const drawn = await drawing.picture(one.picture, { sizes: `(min-width: 900px) ${Math.ceil(100 / props.columns)}vw, 50vw`, look: `pic ${props.ratio}` })
      if (drawn.html) items.push(html`<li><figure>${drawn}${one.caption.trim() && html`<figcaption>${one.caption}</figcaption>`}</figure></li>`)
    }
    return items.length ? html`${await headOf(ctx, drawing, props)}<ul class="grid tight g${Math.round(props.columns)}">${items}</ul>` : null
  },
}

const logos: PageBlock = {
  type: 'Logos',
  icon: 'badge-check',
  group: 'sections',
  fields: { title: text(160), logos: { kind: 'list', max: 24, of: { picture, name: text(80), to: link } } },
  async draw(_ctx, props: { title: string; logos: { picture: unknown; name: string; to: string }[] }, drawing) {
    const items: Markup[] = []
    for (const one of props.logos) {
      const drawn = await drawing.picture(one.picture, { sizes: '160px', look: 'logo' })
      const shown = drawn.html ? drawn : one.name.trim() ? html`<span class="word">${one.name}</span>` : null
      const href = drawing.href(one.to)
      if (shown) items.push(html`<li>${href ? html`<a href="${href}" aria-label="${one.name.trim() || href}">${shown}</a>` : shown}</li>`)
    }
    return items.length ? html`${props.title.trim() && html`<p class="eyebrow mid">${props.title}</p>`}<ul class="logos">${items}</ul>` : null
  },
}

export const media = [photo, video, embed, gallery, logos]
