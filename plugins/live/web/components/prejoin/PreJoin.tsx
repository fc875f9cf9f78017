/** Before one comes in: how one looks and sounds, with which devices, and the button. */
import { useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import { Header } from '../Header.tsx'
import { Camera } from './Camera.tsx'
import { JoinCard, type PreJoinProps } from './JoinCard.tsx'
import { Level } from './Level.tsx'

export function PreJoin(props: PreJoinProps) {
  const t = useT()
  const { room, local, speaks } = props
  const { ask } = local
  useEffect(() => {
    if (speaks) void ask()
  }, [speaks, ask])
  return (
    <div className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)]">
      <Header room={room} />
      {speaks ? (
        <div className="mx-auto grid w-full max-w-[1240px] items-start gap-7 self-center px-7 pb-12 pt-8 min-[1001px]:grid-cols-[minmax(0,1fr)_372px] max-[1000px]:gap-4 max-[1000px]:px-3 max-[1000px]:pb-8 max-[1000px]:pt-4 max-desk:self-start">
          <section aria-label={t('prejoin.preview')}>
            <Camera local={local} />
            <Level local={local} />
          </section>
          <JoinCard {...props} />
        </div>
      ) : (
        <div className="mx-auto w-full max-w-[452px] self-center px-3 py-8 max-desk:self-start max-desk:pt-4">
          <JoinCard {...props} />
        </div>
      )}
    </div>
  )
}
