/**
 * The limits of the gateway and of Lambda, and their responses beyond them.
 *
 * Quotas: docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 * and docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html. The responses
 * are not documented; each has a reference to an observation.
 */

/** "Total combined size of request line and header values"; names are counted as well here, to be safe. */
export const maxHeaderBytes = 10_240;

/** "Payload size" of the gateway. */
export const maxBodyBytes = 10 * 1024 * 1024;

/** Event or result as JSON. Lambda's own message names this number; its documentation says 6 MB. */
export const maxPayloadBytes = 6_291_556;

/** "Maximum integration timeout". */
export const gatewayTimeoutMs = 30_000;

/** Responses of the gateway itself. */
export interface GatewayAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html */
export const notFound = message(404, 'Not Found');

/** aws/aws-lambda-dotnet, Tools/LambdaTestTool-v2: InvokeResponseExtensions.cs, "observed behavior". */
export const functionFailed = message(500, 'Internal Server Error');

/** The same tool, LargePayloadTests.cs: more than 6 MB for Lambda. */
export const payloadTooLarge = message(413, 'Request Entity Too Large');

/** github.com/koki-develop/lgtm-generator/issues/10, headers and body. */
export const bodyTooLarge = text(413, `HTTP content length exceeded ${maxBodyBytes} bytes.`);

/** Status: backbencher.dev/solved-431-status-code-with-request-header-fields-too-large; text: ntsblog.homedev.com.au. */
export const headersTooLarge = text(431, `HTTP header is larger than ${maxHeaderBytes} bytes.`);

/** github.com/serverless/serverless/issues/11222: the integration took longer than the gateway waits. */
export const gatewayTimedOut = message(503, 'Service Unavailable');

/** The response to an invalid percent-encoding in a path is not documented; this one is chosen here. */
export const badRequest = message(400, 'Bad Request');

function message(status: number, words: string): GatewayAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify({ message: words }) };
}

function text(status: number, body: string): GatewayAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}
