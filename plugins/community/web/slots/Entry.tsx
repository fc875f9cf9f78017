/** What the community is, beside the form of the sign-up: its picture, its sentence, who is there. */
import { Picture, useRead, useSession } from '@atrium/sdk/web'
import { Who } from '../components/Who.tsx'
import contract from '../../contract.ts'

export default function Entry() {
  const { community } = useSession()
  const { data } = useRead(contract.routes.landing)
  if (!data) return null
  return (
    <>
      {data.picture_url && (
        <Picture
          src={data.picture_url}
          srcSet={data.picture_srcset ?? undefined}
          placeholder={data.placeholder ?? undefined}
          ratio={1}
          alt=""
          className="absolute! inset-0 size-full! max-w-none! rounded-none!"
        />
      )}
      <div className="absolute inset-0 bg-linear-to-b from-black/0 from-30% to-black/80" />
      <div className="absolute bottom-9 start-10 end-10 grid gap-3 text-white">
        {data.headline !== community.name && <p className="text-15 font-semibold">{community.name}</p>}
        <p className="max-w-[24ch] text-32 font-semibold text-balance">{data.headline}</p>
        {data.text && <p className="max-w-[52ch] text-15 whitespace-pre-line">{data.text}</p>}
        <Who page={data} />
      </div>
    </>
  )
}
