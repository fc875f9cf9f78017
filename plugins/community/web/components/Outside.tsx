/** What the community is, for those who are not in it yet: its picture, its sentence, who is there. */
import { AvatarStack, Icon, Picture, RATIOS, useRead, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import contract from '../../contract.ts'

interface OutsideProps {
  className?: string
  /** Below it: the ways in. */
  children?: ReactNode
}
export function Outside({ className = '', children }: OutsideProps) {
  const t = useT()
  const { data } = useRead(contract.routes.landing)
  if (!data) return null
  return (
    <section className={`overflow-hidden rounded-card border border-border bg-surface ${className}`}>
      {data.picture_url && (
        <Picture
          src={data.picture_url}
          srcSet={data.picture_srcset ?? undefined}
          ratio={RATIOS.cover}
          className="max-sm:aspect-[1.9]!"
          alt=""
          placeholder={data.placeholder ?? undefined}
          priority
        />
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
        {children}
      </div>
    </section>
  )
}
