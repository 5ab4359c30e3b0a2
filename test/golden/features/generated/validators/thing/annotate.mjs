const addError = require("#lib/shared/json/add-errors.ts").addError;
const checkMember = require("#lib/shared/json/add-errors.ts").checkMember;
const checkEach = require("#lib/shared/json/add-errors.ts").checkEach;
const checkRequired = require("#lib/shared/json/add-errors.ts").checkRequired;
const checkClosed = require("#lib/shared/json/add-errors.ts").checkClosed;
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;

function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
validate0.errors = vErrors;
return errors === 0;
}

