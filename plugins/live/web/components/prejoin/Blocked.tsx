/** The browser keeps camera and microphone back: how that is changed. */
import { Icon, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <li className="grid grid-cols-[28px_1fr] items-center gap-x-3 gap-y-1.5">
    <b aria-hidden="true" className="grid size-7 place-items-center rounded-full bg-[oklch(0.34_0.012_70)] text-13 font-semibold">
      {number}
    </b>
    {children}
  </li>
)
const Drawn = ({ label }: { label: string }) => (
  <span className="flex items-center justify-between gap-3 text-13">
    {label}
    <i className="relative h-[18px] w-[30px] rounded-full bg-[oklch(0.6_0.15_259)] after:absolute after:end-0.5 after:top-0.5 after:size-3.5 after:rounded-full after:bg-white" />
  </span>
)

export function Blocked() {
  const t = useT()
  const [before = '', after = ''] = t('device.blocked.site').split('{icon}')
  return (
    <div role="status" className="w-full max-w-[460px] p-8 max-desk:px-5 max-desk:py-6">
      <Icon name="video-off" className="mb-3 size-7 stroke-[1.5] text-[oklch(0.78_0.01_70)]" />
      <h2 className="text-20">{t('device.blocked')}</h2>
      <p className="mb-5 mt-1.5 text-[oklch(0.84_0.008_70)]">{t('device.blocked.text', { site: location.host })}</p>
      <ol className="grid gap-3.5">
        <Step number={1}>
          <span className="inline-flex flex-wrap items-center gap-1.5">
            {before}
            <Icon name="sliders-horizontal" size="sm" label={t('device.blocked.sign')} />
            {after}
          </span>
        </Step>
        <Step number={2}>
          <span>{t('device.blocked.allow')}</span>
          <span aria-hidden="true" className="col-start-2 grid max-w-60 gap-2 rounded-card bg-[oklch(0.29_0.01_70)] px-3.5 py-3">
            <Drawn label={t('device.camera')} />
            <Drawn label={t('device.microphone')} />
          </span>
        </Step>
        <Step number={3}>
          <span>{t('device.blocked.return')}</span>
        </Step>
      </ol>
    </div>
  )
}
