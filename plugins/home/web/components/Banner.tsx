/** The community's greeting; closed once, it stays away until its words change. */
import { IconButton, Picture, RATIOS, Skeleton, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { BANNER_SIZES } from '../../contract.ts'

function greeting(hour: number) {
  return hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

export function Banner({ always = false }: { always?: boolean }) {
  const t = useT()
  const { member } = useSession()
  const query = useRead(contract.routes.show)
  const close = useWrite(contract.routes.closeBanner)
  const [closed, setClosed] = useState(false)
  if (query.isPending) return <Skeleton w="100%" h={225} />
  const banner = query.data?.banner
  if (!banner || (closed && !always)) return always ? <p className="text-text-2">{t('banner.none')}</p> : null
  const hide = () => {
    setClosed(true)
    close.mutateAsync().catch((error: Error) => {
      setClosed(false)
      toast.error(error.message)
    })
  }
  const first = member?.name.split(' ')[0]
  const title = banner.title
    .replace('{greeting}', t(`greeting.${greeting(new Date().getHours())}`))
    // a visitor has no name, and the comma before it would dangle
    .replace(/([,\s]*)\{name\}/, (_, before: string) => (first ? before + first : ''))
  return (
    <section className="relative overflow-hidden rounded-card bg-brand text-on-brand">
      {banner.image_url && (
        <Picture
          src={banner.image_url}
          srcSet={banner.image_srcset ?? undefined}
          sizes={BANNER_SIZES}
          ratio={RATIOS.cover}
          className="max-sm:aspect-[1.9]!"
          alt=""
          placeholder={banner.placeholder ?? undefined}
          priority
        />
      )}
      <div
        className={
          banner.image_url ? 'absolute inset-0 flex flex-col justify-end bg-linear-to-t from-black/75 via-black/30 to-transparent p-4 text-white sm:p-7' : 'p-7'
        }
      >
        <p className="text-20 leading-[1.625rem] font-semibold tracking-[-0.021em] sm:text-24 sm:leading-[1.875rem]">{title}</p>
        <p className="mt-1.5 max-w-[46ch] text-15">{banner.text}</p>
      </div>
      {member && !always && (
        <span className="absolute top-2.5 end-2.5 rounded-control bg-black/55 text-white [&_button]:text-white">
          <IconButton icon="x" label={t('banner.close')} onClick={hide} />
        </span>
      )}
    </section>
  )
}
