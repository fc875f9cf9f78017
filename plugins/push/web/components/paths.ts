/** Addresses of the screens of push broadcasts. */
export const AT = '/settings/plus/push-notifications'
