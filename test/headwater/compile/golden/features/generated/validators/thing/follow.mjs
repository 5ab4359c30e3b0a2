import { checkRequired } from "headwater/internal/json/add-errors";
import { checkClosed } from "headwater/internal/json/add-errors";
import { addError } from "headwater/internal/json/add-errors";
import { countCharacters } from "headwater/internal/json/count-characters";
import { checkEach } from "headwater/internal/json/add-errors";
"use strict";
export const validate = validate0;
const func0 = checkRequired;
const func1 = checkClosed;
const func2 = Object.prototype.hasOwnProperty;
const func3 = addError;
const func6 = countCharacters;
const obj0 = {"properties":{"pk":true,"sk":true}};
const pattern0 = new RegExp("^[^/]+/thing$", "u");

function validate1(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func0(vErrors, data, ["pk","sk"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func1(vErrors, data, obj0, instancePath);
errors = vErrors?.length ?? 0;
if(data.pk !== undefined && func2.call(data, "pk")){
let data0 = data.pk;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
vErrors = func3(vErrors, instancePath+"/pk", "pattern", {pattern: "^[^/]+/thing$"});
errors++;
}
}
else {
vErrors = func3(vErrors, instancePath+"/pk", "type", {type: "string"});
errors++;
}
}
if(data.sk !== undefined && func2.call(data, "sk")){
let data1 = data.sk;
if(typeof data1 === "string"){
if(func6(data1) < 7){
vErrors = func3(vErrors, instancePath+"/sk", "minLength", {limit: 7});
errors++;
}
}
else {
vErrors = func3(vErrors, instancePath+"/sk", "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = func3(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}

const func10 = checkEach;

function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func10(vErrors, data, {"body": validate1}, instancePath);
errors = vErrors?.length ?? 0;
}
validate0.errors = vErrors;
return errors === 0;
}

