/** The column beside a post: who wrote it, what it has, and what else there is to read. */
import { Avatar, Link, LinkButton, Picture, Slot, useRead, useSession, useT } from '@atrium/sdk/web'
import members from '../../../members/contract.ts'
import contract, { type PostLine, type PostReply } from '../../contract.ts'

export function Beside({ post }: { post: PostReply }) {
  const t = useT()
  const { data } = useRead(contract.routes.beside, { params: { spaceId: post.space_id, postSlug: post.slug } }, { enabled: post.status === 'published' })
  return (
    <>
      {!post.hide_meta_info && <Author post={post} count={data?.author_posts_count ?? 0} />}
      <Contents post={post} />
      <Slot of={contract.slots['post.aside']} props={{ postId: post.id, spaceId: post.space_id }} />
      <More title={t('beside.space', { space: post.space.name })} posts={data?.space ?? []} />
      <More title={t('beside.related')} posts={data?.related ?? []} elsewhere />
    </>
  )
}

function Author({ post: { author }, count }: { post: PostReply; count: number }) {
  const t = useT()
  const { member } = useSession()
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">{author.name}</h2>
      <div className="flex items-center gap-3">
        <Avatar name={author.name} id={author.id} src={author.avatar_url} size={40} />
        <div className="min-w-0 text-text-2">
          {author.headline && <p className="line-clamp-2">{author.headline}</p>}
          {count > 0 && <p className="text-12 text-text-3">{t('beside.posts', { count })}</p>}
        </div>
      </div>
      {member && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {member.id !== author.id && <Slot of={members.slots['profile.actions']} props={{ memberId: author.id, name: author.name, compact: true }} />}
          <LinkButton variant="ghost" size="sm" to={`/u/${author.public_uid}`}>
            {t('beside.profile')}
          </LinkButton>
        </div>
      )}
    </section>
  )
}

interface Block {
  type?: string
  text?: string
  attrs?: { level?: number }
  content?: Block[]
}
const textOf = (node: Block): string => node.text ?? (node.content ?? []).map(textOf).join('')

/** The post’s own headings, where it has several. */
function Contents({ post }: { post: PostReply }) {
  const t = useT()
  const headings = (post.tiptap_body.body.content as Block[]).filter(({ type }) => type === 'heading')
  if (headings.length < 2) return null
  const open = (index: number) =>
    document.querySelectorAll('[data-post-body] > .rich-text > :is(h2, h3)')[index]?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">{t('beside.contents')}</h2>
      <ul className="grid gap-1 border-s border-border">
        {headings.map((heading, index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => open(index)}
              className={`line-clamp-2 w-full rounded-control py-0.5 text-start text-text-2 hover:text-text ${heading.attrs?.level === 3 ? 'ps-6' : 'ps-3'}`}
            >
              {textOf(heading)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function More({ title, posts, elsewhere = false }: { title: string; posts: PostLine[]; elsewhere?: boolean }) {
  const t = useT()
  if (posts.length === 0) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">{title}</h2>
      <ul className="grid gap-3">
        {posts.map((post) => (
          <li key={post.id}>
            <Link to={post.url} className="group flex items-center gap-3">
              {post.image_url && (
                <span className="size-[52px] shrink-0 overflow-hidden rounded-control">
                  <Picture src={post.image_url} ratio={1} alt="" />
                </span>
              )}
              <span className="min-w-0">
                <span className="line-clamp-2 font-medium group-hover:underline">{post.title}</span>
                <span className="block truncate text-12 text-text-3">
                  {[elsewhere ? post.space_name : post.author_name, post.comments_count > 0 && t('beside.comments', { count: post.comments_count })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
