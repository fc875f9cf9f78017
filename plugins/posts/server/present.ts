/** Rows of posts as replies: author, space, what the reader has done with them, and what they may do. */
import { addressFiles, type Ctx } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import { allTopics, type PostRow } from './reads.ts'

/** Four reads at most, however many rows: spaces and access are kept for the request. */
export async function presentPosts(ctx: Ctx, rows: PostRow[]) {
  if (rows.length === 0) return []
  const covers = rows.map((row) => row.cover_file_id).filter((id) => id !== null)
  const [cards, access, interactions, files, topics] = await Promise.all([
    ctx.use(spaces).cards([...new Set(rows.map((row) => row.space_id))]),
    ctx.use(spaces).access(),
    ctx.use(content).interactions(
      'post',
      rows.map((row) => row.id),
    ),
    ctx.files.byIds(covers),
    rows.some((row) => row.topic_ids.length > 0) ? ctx.once('posts.topics', () => ctx.read(allTopics)) : [],
  ])
  const me = ctx.member
  const writes = me !== null && !ctx.viewOnly
  return rows.map((row) => {
    const space = cards.get(row.space_id)
    const mine = me?.id === row.author_id
    const manages = writes && (ctx.can('posts.manage') || access.canModerate(row.space_id))
    const done = interactions.get(row.id)
    const cover = row.cover_file_id === null ? undefined : files.get(row.cover_file_id)
    return {
      id: row.id,
      type: row.type === 'image' ? ('Posts::Image' as const) : ('Posts::Basic' as const),
      post_type: row.type,
      status: row.status,
      name: row.name,
      display_title: row.name || row.excerpt.slice(0, 80),
      slug: row.slug,
      url: `/c/${space?.slug ?? row.space_id}/${row.slug}`,
      space_id: row.space_id,
      space_slug: space?.slug ?? '',
      space: { id: row.space_id, slug: space?.slug ?? '', name: space?.name ?? '', emoji: space?.emoji ?? null },
      editor: 'tiptap' as const,
      tiptap_body: { body: addressFiles(row.body, ctx.files) },
      body_plain_text: row.text,
      is_truncated: row.is_truncated,
      cover_image: cover?.signedId ?? null,
      cover_image_ratio: cover?.width && cover.height ? cover.width / cover.height : null,
      cover_image_url: cover ? ctx.files.url(cover, 'medium') : null,
      topics: topics.filter((topic) => row.topic_ids.includes(topic.id)),
      author: {
        id: row.author_id,
        public_uid: row.author_uid,
        name: row.author_name,
        headline: row.author_headline,
        avatar_url: row.author_avatar,
        roles: { admin: row.author_roles.includes('admin'), moderator: row.author_roles.includes('moderator') },
      },
      hide_meta_info: row.hide_meta_info,
      is_comments_enabled: row.is_comments_enabled,
      is_liking_enabled: row.is_liking_enabled,
      is_pinned_at_top_of_space: row.pinned_at !== null,
      is_liked_by_current_user: done?.liked ?? false,
      user_likes_count: row.likes_count,
      comments_count: row.comments_count,
      sample_user_likes_community_members: done?.sampleLikers ?? [],
      bookmark_id: done?.bookmarkId ?? null,
      is_following: done?.following ?? false,
      created_at: row.created_at,
      updated_at: row.updated_at,
      published_at: row.published_at,
      scheduled_at: row.scheduled_at,
      edited_at: row.edited_at,
      policies: {
        can_manage_post: manages,
        can_update_post: writes && (mine || manages),
        can_destroy_post: writes && (mine || manages),
        can_duplicate_post: manages,
        can_report_post: writes && !mine,
      },
    }
  })
}
