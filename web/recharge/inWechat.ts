/** In WeChat's own browser nobody can pay by its H5; its mini-program and its business sister have ways of their own. */
export const inWechat = (agent = navigator.userAgent): boolean =>
  /MicroMessenger/i.test(agent) && !/wxwork|miniProgram/i.test(agent)
