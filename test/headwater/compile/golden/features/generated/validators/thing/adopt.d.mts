import type { EventSchema } from 'headwater/internal/steps/check-request';

export declare const validate: EventSchema;
