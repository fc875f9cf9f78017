/** What people talk about these days, with the last two weeks as a line. */
import { Link, Sparkline, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Reading() {
  const t = useT()
  const { data } = useRead(contract.routes.reading)
  if (!data?.length) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">{t('reading.title')}</h2>
      <ol className="grid gap-3">
        {data.map((post, i) => (
          <li key={post.id} className="flex gap-3">
            <span className="w-3 text-13 text-text-3 tabular-nums">{i + 1}</span>
            <div className="min-w-0 flex-1">
              <Link to={post.url} className="text-13 font-semibold hover:underline">
                {post.name}
              </Link>
              <p className="text-12 text-text-3">
                {post.space_name} · {t('reading.replies', { count: post.comments_count })}
              </p>
            </div>
            <Sparkline values={post.activity} width={44} height={17} className="mt-1" />
          </li>
        ))}
      </ol>
    </section>
  )
}
