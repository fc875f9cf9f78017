/** The sheet that an email is written on: its look, the community's sign above, the footer below. */
import { cx, useSession, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { Block, Look } from '../../contract.ts'
import { linesOf } from './address.ts'
import { BlockView } from './Leaves.tsx'
import { paperStyle } from './looks.ts'

interface PaperProps {
  look: Look
  /** HTML of the postal address; undefined: not known yet. */
  footer?: string | undefined
  children: ReactNode
}
export function Paper({ look, footer, children }: PaperProps) {
  const t = useT()
  const { community } = useSession()
  const sign = community.branding.icon_url ?? community.branding.logo_url
  return (
    <div data-appearance="light" className="min-w-0 rounded-card border px-2 py-5 desk:px-5" style={{ background: look.background }}>
      <div className="mx-auto w-full max-w-[600px] text-16">
        {look.is_logo_shown && (
          <p className="px-4 pb-3 desk:px-6">
            {sign ? (
              <img src={sign} alt={community.name} className="size-12 object-cover" style={{ borderRadius: 10 }} />
            ) : (
              <b className="text-17" style={{ color: look.text }}>
                {community.name}
              </b>
            )}
          </p>
        )}
        <div className="py-4" style={paperStyle(look)}>
          {children}
        </div>
        <div className="px-4 pt-4 pb-1 text-center text-13" style={{ color: '#6b6f7b' }}>
          <p>{t('footer.why', { community: community.name })}</p>
          {footer !== undefined && <p className={cx('whitespace-pre-line', !linesOf(footer) && 'italic')}>{linesOf(footer) || t('footer.no_address')}</p>}
          <p className="underline">{t('footer.unsubscribe')}</p>
        </div>
      </div>
    </div>
  )
}

/** One that is read, not written. */
export function ReadPaper({ blocks, look, footer }: { blocks: readonly Block[]; look: Look; footer?: string | undefined }) {
  return (
    <Paper look={look} footer={footer}>
      <div inert className="grid gap-4 px-4 desk:px-6">
        {blocks.map((block) => (
          <BlockView key={block.key} block={block} look={look} />
        ))}
      </div>
    </Paper>
  )
}

/** A few of its blocks, small, to choose by. */
export function Thumbnail({ blocks, look, className }: { blocks: readonly Block[]; look: Look; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-appearance="light"
      inert
      className={cx('block overflow-hidden rounded-card border', className)}
      style={{ background: look.background }}
    >
      <span className="block h-full p-2">
        <span className="block h-full overflow-hidden" style={paperStyle(look)}>
          <span className="block w-[200%] origin-top-left scale-50 p-4 rtl:origin-top-right">
            <span className="grid gap-3">
              {blocks.slice(0, 6).map((block) => (
                <BlockView key={block.key} block={block} look={look} />
              ))}
            </span>
          </span>
        </span>
      </span>
    </span>
  )
}
