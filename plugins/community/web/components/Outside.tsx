/** What the community is, for those who are not in it yet: its picture, its sentence, who is there. */
import { Picture, RATIOS, useRead } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import contract from '../../contract.ts'
import { Who } from './Who.tsx'

interface OutsideProps {
  className?: string
  /** Below it: the ways in. */
  children?: ReactNode
}
export function Outside({ className = '', children }: OutsideProps) {
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
        <Who page={data} className="mt-3 text-text-2" />
        {children}
      </div>
    </section>
  )
}
