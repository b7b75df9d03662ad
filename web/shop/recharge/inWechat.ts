/** In WeChat's own browser its H5 payment does not work; its mini-program and WeCom have ways of their own. */
export const inWechat = (agent = navigator.userAgent): boolean =>
  /MicroMessenger/i.test(agent) && !/wxwork|miniProgram/i.test(agent)
