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

