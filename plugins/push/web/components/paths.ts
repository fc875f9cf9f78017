export const AT = '/settings/plus/push-notifications'
