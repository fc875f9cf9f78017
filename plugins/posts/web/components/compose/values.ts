/** What the composer holds, where it comes from, and how the calls take it. */
import { newUuid } from '@atrium/sdk/web'
import { docToText } from '../docText.ts'
import type { SpaceRecord } from '../../../../spaces/contract.ts'
import type { PostReply } from '../../../contract.ts'

export interface PickedImage {
  /** One that the post holds already. */
  id?: number
  signedId: string
  url: string
  caption: string
  alt: string
}
export interface Values {
  spaceId: number
  type: 'basic' | 'image'
  name: string
  doc: PostReply['tiptap_body']['body']
  cover: { signedId: string; url: string } | null
  images: PickedImage[]
  downloadable: boolean
  topics: number[]
  comments: 'open' | 'closed' | 'off'
  likes: boolean
  hideMeta: boolean
  whole: boolean
  hideFeatured: boolean
  quiet: boolean
  html: string
  seo: { meta_title: string; meta_description: string }
  later: boolean
  /** As a `datetime-local` field says it. */
  when: string
  /** Names the post to the server before it has an id: sent twice it is one post. */
  clientId: string
}
export type Status = 'draft' | 'scheduled' | 'published'

export const EMPTY = { type: 'doc' as const, content: [{ type: 'paragraph' }] }

/** What a `datetime-local` field takes. */
export const localTime = (moment: string | Date): string => {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Words that a link hands to the composer, as the draft of an introduction does: a title, and lines of text. */
export interface Prefill {
  title: string
  text: string
}
export const docOf = (text: string): Values['doc'] =>
  text ? { type: 'doc', content: text.split('\n').map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })) } : EMPTY

/** @param copy the values of another post, for a new one */
export function initialValues(space: SpaceRecord, post?: PostReply, copy = false, prefill: Prefill = { title: '', text: '' }): Values {
  return {
    spaceId: post?.space_id ?? space.id,
    type: post?.post_type ?? (space.types[0] === 'image' ? 'image' : 'basic'),
    name: post?.name ?? prefill.title.slice(0, 250),
    doc: post?.tiptap_body.body ?? docOf(prefill.text.slice(0, 2_000)),
    cover: post?.cover_image && post.cover_image_url ? { signedId: post.cover_image, url: post.cover_image_url } : null,
    images: post?.gallery?.images.map(({ id, signed_id, url, caption, alt }) => ({ ...(copy ? {} : { id }), signedId: signed_id, url, caption, alt })) ?? [],
    downloadable: post?.gallery?.downloadable_images ?? false,
    topics: post?.topics.map((topic) => topic.id) ?? [],
    comments: post && !post.is_comments_enabled ? 'off' : post?.is_comments_closed ? 'closed' : 'open',
    likes: post?.is_liking_enabled ?? true,
    hideMeta: post?.hide_meta_info ?? false,
    whole: post?.is_truncation_disabled ?? false,
    hideFeatured: post?.hide_from_featured_areas ?? false,
    quiet: false,
    html: post?.custom_html ?? '',
    seo: { meta_title: post?.meta_tag_attributes?.meta_title ?? '', meta_description: post?.meta_tag_attributes?.meta_description ?? '' },
    later: !copy && post?.status === 'scheduled',
    when: !copy && post?.scheduled_at ? localTime(post.scheduled_at) : '',
    clientId: newUuid(),
  }
}

/** Its own text is empty, whatever the title says. */
export const saysNothing = ({ doc, images }: Values): boolean => images.length === 0 && docToText(doc) === ''
/** Nothing worth keeping. */
export const isBlank = (values: Values): boolean => !values.name.trim() && !values.cover && saysNothing(values)

/** @param manages may say what only those say who manage posts */
export const toFields = (values: Values, manages: boolean) => ({
  post_type: values.type,
  name: values.name.trim(),
  tiptap_body: { body: values.doc },
  cover_image: values.cover?.signedId ?? null,
  gallery_attributes:
    values.type === 'image'
      ? {
          downloadable_images: values.downloadable,
          images_attributes: values.images.map(({ id, signedId, caption, alt }) => ({ ...(id ? { id } : { signed_id: signedId }), caption, alt })),
        }
      : null,
  topics: values.topics,
  is_comments_enabled: values.comments !== 'off',
  is_comments_closed: values.comments === 'closed',
  is_liking_enabled: values.likes,
  is_truncation_disabled: values.whole,
  hide_meta_info: values.hideMeta,
  skip_notifications: values.quiet,
  ...values.seo,
  ...(manages ? { internal_custom_html: values.html || null, hide_from_featured_areas: values.hideFeatured } : {}),
})
