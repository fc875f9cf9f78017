/** Uploads and pages shown as cards. */
import { AtriumError, notFound } from '@atrium/sdk'
import { crc32 } from 'node:zlib'
import type { z } from 'zod'
import mediaPlugin, { type Embed as Own } from '../../../media/contract.ts'
import { type Embed, media as routes } from '../../contract/media.ts'
import { serve } from '../service/guard.ts'
import { embedSgid, embedUrl } from '../service/richText.ts'

const { routes: to } = mediaPlugin
const toEmbed = (url: string, card: Own): z.input<typeof Embed> => ({
  // a card has no record of its own: the number is the address's
  ...{
    id: crc32(url),
    url,
    sgid: embedSgid(url),
    type: 'Embed',
    embed_type: 'link',
    embed_provider: 'atrium',
    circle_embed_url: url,
    html: null,
    version: '1.0',
  },
  ...{ title: card.title, description: card.description, thumbnail_url: card.image_url, provider_name: card.site_name, provider_url: new URL(url).origin },
  ...{ width: null, height: null, author_url: null, author_name: null, thumbnail_width: null, thumbnail_height: null },
})

export const media = serve(routes, {
  async directUpload(ctx, { body: { blob } }) {
    const { key, metadata, ...file } = blob
    const upload = await ctx.call(to.directUploads, { body: { blob: file } })
    return {
      ...upload,
      key: key ?? upload.signed_id,
      checksum: upload.checksum ?? '',
      metadata: metadata ?? {},
      service_name: 'atrium',
      community_id: ctx.community.id,
      community_member_id: ctx.me().id,
    }
  },
  async createEmbed(ctx, { body: { url } }) {
    if (!URL.canParse(url)) throw new AtriumError(422, 'unsupported_url', 'Enter a valid URL.')
    return toEmbed(url, await ctx.call(to.createEmbed, { body: { url } }))
  },
  async embed(ctx, { params }) {
    const url = embedUrl(params.sgid)
    if (!url || !URL.canParse(url)) throw notFound('Embed', 'embed_not_found')
    return toEmbed(url, await ctx.call(to.embed, { query: { url } }))
  },
})
