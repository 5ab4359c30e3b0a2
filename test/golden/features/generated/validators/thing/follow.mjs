import { addError, checkMember, checkEach, checkRequired, checkClosed } from "#lib/shared/json/add-errors.ts";
const said0 = {"properties":{"pk":true,"sk":true}};
import { addErrors } from "#lib/shared/json/add-errors.ts";
import { countCharacters } from "#lib/shared/json/count-characters.ts";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func6 = addErrors;
const func5 = countCharacters;
const pattern0 = new RegExp("^[^/]+/thing$", "u");

function validate1(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["pk","sk"], instancePath);
errors = vErrors?.length ?? 0;
for(const key0 of Object.keys(data)){
if(!((key0 === "pk") || (key0 === "sk"))){
vErrors = addError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0}, {parentSchema:said0});
errors++;
}
}
if(data.pk !== undefined && func0.call(data, "pk")){
let data0 = data.pk;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
vErrors = addError(vErrors, instancePath+"/pk", "pattern", {pattern: "^[^/]+/thing$"});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/pk", "type", {type: "string"});
errors++;
}
}
if(data.sk !== undefined && func0.call(data, "sk")){
let data1 = data.sk;
if(typeof data1 === "string"){
if(func5(data1) < 7){
vErrors = addError(vErrors, instancePath+"/sk", "minLength", {limit: 7});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/sk", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkEach(vErrors, data, {"body":validate1}, instancePath);
errors = vErrors?.length ?? 0;
}
validate0.errors = vErrors;
return errors === 0;
}

