/** What the community is, for those who are not in it yet: its sentence, its picture, who is there. */
import { AvatarStack, Icon, Picture, RATIOS, useRead, useT, WaysIn } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function About() {
  const t = useT()
  const { data } = useRead(contract.routes.landing)
  if (!data) return null
  return (
    <section className="overflow-hidden rounded-card border border-border bg-surface">
      {data.picture_url && (
        <Picture src={data.picture_url} ratio={RATIOS.cover} className="max-sm:aspect-[1.9]!" alt="" placeholder={data.placeholder ?? undefined} priority />
      )}
      <div className="p-5">
        <h2 className="text-20 leading-[1.625rem] font-semibold">{data.headline}</h2>
        {data.text && <p className="mt-1.5 max-w-[60ch] text-15 whitespace-pre-line text-text-2">{data.text}</p>}
        {data.members_count !== null && (
          <p className="mt-3 flex min-h-6 items-center gap-2.5 text-13 text-text-2">
            {data.faces.length > 0 ? <AvatarStack people={data.faces} max={6} /> : <Icon name="users" size="sm" />}
            {t('landing.members', { count: data.members_count })}
          </p>
        )}
        <WaysIn className="mt-4" />
      </div>
    </section>
  )
}
