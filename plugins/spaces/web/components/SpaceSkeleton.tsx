/** What a tab of a space shows, to come. */
export const TabSkeleton = () => (
  <Loading>
    <div className="grid gap-4">
      <Skeleton w="60%" />
      <Skeleton w="100%" h={44} />
      <Skeleton w="100%" h={220} />
      <Skeleton w="100%" h={220} />
    </div>
  </Loading>
)

/** A space to come, in its true size; its name stands at once where the sidebar knows it. */
import { Loading, Skeleton } from '@atrium/sdk/web'
import type { SpaceRecord } from '../../contract.ts'
import { Glyph } from './Glyph.tsx'

export const SpaceSkeleton = ({ listed }: { listed?: SpaceRecord }) => (
  <div className="grid gap-4" data-loader="LOADING">
    {listed ? (
      <div className="flex items-center gap-3">
        <Glyph space={listed} className="w-8 text-[26px]" />
        <h1 className="text-24">{listed.name}</h1>
      </div>
    ) : (
      <Skeleton w={240} h={32} />
    )}
    <TabSkeleton />
  </div>
)
