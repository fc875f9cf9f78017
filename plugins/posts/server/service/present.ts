/** Rows of posts as replies: author, space, what the reader has done with them, and what they may do. */
import { addressFiles, authorOf, type Ctx, isoOf, pick } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { LISTED_IMAGES, SWITCHES } from '../../contract.ts'
import { managesIn } from '../policies.ts'
import { titleOf } from './body.ts'
import { allTopics, type PostRow } from '../reads.ts'

export interface PresentOptions {
  /** A list shows the beginning of a gallery. */
  listed?: boolean
  /** For somebody who has no more than the shared address. */
  shared?: boolean
  /** Just written: nobody can have done anything with it. */
  isNew?: boolean
}

/** Six reads at most, however many rows, and fewer once the process knows the people; spaces and access are kept for the request. */
export async function presentPosts(ctx: Ctx, rows: PostRow[], { listed = false, shared = false, isNew = false }: PresentOptions = {}) {
  if (rows.length === 0) return []
  const imagesOf = (row: PostRow) => row.gallery?.images.slice(0, listed ? LISTED_IMAGES : undefined) ?? []
  const pictures = rows.flatMap((row) => [...(row.cover_file_id === null ? [] : [row.cover_file_id]), ...imagesOf(row).map(({ file_id }) => file_id)])
  const [cards, access, people, interactions, attachments, files, topics, muted] = await Promise.all([
    ctx.use(spaces).cards([...new Set(rows.map((row) => row.space_id))]),
    ctx.use(spaces).access(),
    ctx.members.byIds([...new Set(rows.map((row) => row.author_member_id))]),
    ctx.use(content).interactions('post', isNew || shared ? [] : rows.map((row) => row.id)),
    ctx.use(content).attachments(
      'post',
      rows.map((row) => row.id),
    ),
    ctx.files.byIds(pictures),
    rows.some((row) => row.topic_ids.length > 0) ? ctx.once('posts.topics', () => ctx.read(allTopics)) : [],
    ctx.use(content).muted(),
  ])
  const me = ctx.member
  const writes = me !== null && !ctx.viewOnly && !shared
  const galleryOf = (row: PostRow) => {
    if (!row.gallery) return null
    const { downloadable } = row.gallery
    const images = imagesOf(row).flatMap(({ file_id, caption, alt }) => {
      const file = files.get(file_id)
      if (!file) return []
      const { id, signedId, filename, width, height, placeholder } = file
      const url = ctx.files.url(file, 'medium')
      const original_url = downloadable ? ctx.files.url(file, 'original') : null
      return [{ id, signed_id: signedId, filename, url, large_url: ctx.files.url(file, 'large'), original_url, width, height, placeholder, caption, alt }]
    })
    return { id: row.id, downloadable_images: downloadable, images, images_count: row.gallery.images.length }
  }
  return rows.map((row) => {
    // Whoever has no more than the shared address learns nothing of the space but what that address says.
    const card = cards.get(row.space_id)
    const space = shared ? undefined : card
    const mine = me?.id === row.author_member_id
    const manages = writes && managesIn(ctx, access, row.space_id)
    const done = interactions.get(row.id)
    const cover = row.cover_file_id === null ? undefined : files.get(row.cover_file_id)
    const changes = writes && (mine || manages)
    const body = addressFiles(row.body, ctx.files)
    const face = cover ?? (row.gallery ? files.get(row.gallery.images[0]?.file_id ?? 0) : undefined)
    const address = `/c/${card?.slug ?? row.space_id}/${shared ? row.share_uid : row.slug}`
    return {
      id: row.id,
      community_id: ctx.community.id,
      type: row.type === 'image' ? ('Posts::Image' as const) : ('Posts::Basic' as const),
      post_type: row.type,
      status: row.status,
      name: row.name,
      display_title: titleOf(row),
      slug: row.slug,
      url: address,
      space_id: row.space_id,
      space_slug: space?.slug ?? '',
      space_type: card?.types[0] ?? 'basic',
      space: {
        id: row.space_id,
        slug: space?.slug ?? '',
        name: space?.name ?? '',
        emoji: space?.emoji ?? null,
        default_comment_sort: space?.commentSort ?? 'oldest',
      },
      editor: 'tiptap' as const,
      tiptap_body: { ...attachments.get(row.id), body },
      body_plain_text: row.text || row.excerpt,
      is_truncated: row.is_truncated,
      author_muted: muted.includes(row.author_member_id),
      gallery: galleryOf(row),
      cover_image: cover?.signedId ?? null,
      cover_image_ratio: cover?.width && cover.height ? cover.width / cover.height : null,
      cover_image_url: cover ? ctx.files.url(cover, 'medium') : null,
      cardview_image: face ? ctx.files.url(face, 'medium') : null,
      topics: topics.filter(({ id }) => row.topic_ids.includes(id)).map(({ id, name, admin_only }) => ({ id, name, admin_only })),
      author: authorOf(people.get(row.author_member_id)!),
      ...pick(row, SWITCHES),
      is_comments_enabled: row.is_comments_enabled && !shared,
      is_pinned_at_top_of_space: row.pinned_at !== null,
      share_uid: changes || shared ? row.share_uid : null,
      share_post_enabled: row.share_post_enabled,
      is_shared_view: shared,
      is_liked_by_current_user: done?.liked ?? false,
      user_likes_count: row.likes_count,
      comments_count: row.comments_count,
      is_liked: done?.liked ?? false,
      likes_count: row.likes_count,
      comment_count: row.comments_count,
      sample_user_likes_community_members: done?.sampleLikers ?? [],
      bookmark_id: done?.bookmarkId ?? null,
      is_following: done?.following ?? false,
      post_follower_id: done?.followId ?? null,
      topic_follower_id: null,
      reactions: done?.reactions.map(({ emoji, count, mine }) => ({ emoji, count, mine })) ?? [],
      flagged_for_approval_at: isoOf(row.flagged_for_approval_at ?? (row.withdrawn_alone ? row.deleted_at : null)),
      created_at: isoOf(row.created_at),
      updated_at: isoOf(row.updated_at),
      published_at: isoOf(row.published_at),
      scheduled_at: isoOf(row.scheduled_at),
      edited_at: isoOf(row.edited_at),
      version: row.version,
      policies: {
        can_manage_post: manages,
        can_update_post: changes,
        can_destroy_post: changes,
        can_duplicate_post: manages,
        can_report_post: writes && !mine,
      },
      ...(listed
        ? {}
        : {
            custom_html: row.custom_html,
            internal_custom_html: row.custom_html,
            body_trix_content: null,
            ...(changes ? { body_for_editor: body } : {}),
            body_plain_text_without_attachments: row.text,
            first_liked_by: done?.sampleLikers ?? [],
            is_in_knowledge_base: row.in_knowledge_base!,
            meta_tag_attributes: row.meta!,
          }),
    }
  })
}
